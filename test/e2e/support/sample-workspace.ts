import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '../../support/free-port.ts';

const sampleDir = resolve(import.meta.dirname, '../../../resources/sample-workspace');

/** Copies the sample workspace, with ports of its own: the clients' redirect URIs and routes follow the samples. */
export async function copySampleWorkspace(workspaceDir: string): Promise<void> {
  cpSync(sampleDir, workspaceDir, { recursive: true });
  const upstreamsPort = await freePort();
  const services = {
    authorizationServer: { port: 0 },
    connectorHost: { port: 0 },
    gateway: { port: 0 },
    platform: { port: 0 },
    sampleUpstreams: { port: upstreamsPort },
  };
  const manifest = join(workspaceDir, 'gatehouse.json');
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), services }));
  for (const folder of ['oauth/clients', 'routes'])
    for (const name of readdirSync(join(workspaceDir, folder))) {
      const file = join(workspaceDir, folder, name);
      const moved = readFileSync(file, 'utf8').replaceAll('127.0.0.1:9035', `127.0.0.1:${upstreamsPort}`);
      writeFileSync(file, moved);
    }
}
