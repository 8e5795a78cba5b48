import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const rootDir = resolve(import.meta.dirname, '../../..');
const startTimeoutMillis = 30_000;

/** The line that `gatehouse serve --json` prints once everything accepts connections. */
interface ReadyLine {
  readonly ui: string;
  readonly services: Readonly<Record<string, string>>;
}

/** A running web host with a workspace and a state of its own. */
export interface WebHost extends ReadyLine {
  /** A copy of the sample workspace; tests may edit it. */
  readonly workspaceDir: string;
  readonly stateDir: string;
  /** Everything written to standard error so far. */
  log(): string;
  /** Stops it by SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** Starts the built web host on a copy of the sample workspace, with free ports for everything. */
export async function startWebHost(extraArgs: readonly string[] = []): Promise<WebHost> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-e2e-'));
  const workspaceDir = join(folder, 'workspace');
  const stateDir = join(folder, 'state');
  cpSync(join(rootDir, 'resources/sample-workspace'), workspaceDir, { recursive: true });

  await moveToFreePorts(workspaceDir);
  const places = ['--workspace', workspaceDir, '--state-dir', stateDir];
  const args = ['serve', ...places, '--port', '0', '--json', ...extraArgs];
  const child = spawn(process.execPath, [join(rootDir, 'out/main/headless.js'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const exited = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
    return child.exitCode;
  };
  try {
    const ready = await readyLine(child, () => errors);
    return { ...ready, workspaceDir, stateDir, log: () => errors, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The sample with ports of its own: the clients' redirect URIs follow the sample client. */
async function moveToFreePorts(workspaceDir: string): Promise<void> {
  const upstreamsPort = await freePort();
  const services = { authorizationServer: { port: 0 }, sampleUpstreams: { port: upstreamsPort } };
  const manifest = join(workspaceDir, 'gatehouse.json');
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), services }));
  const clients = join(workspaceDir, 'oauth/clients');
  for (const name of readdirSync(clients)) {
    const file = join(clients, name);
    const moved = readFileSync(file, 'utf8').replaceAll('127.0.0.1:9035', `127.0.0.1:${upstreamsPort}`);
    writeFileSync(file, moved);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function readyLine(child: ChildProcess, log: () => string): Promise<ReadyLine> {
  if (child.stdout === null) throw new Error('The web host has no standard output.');
  const lines = createInterface({ input: child.stdout });
  const signal = AbortSignal.timeout(startTimeoutMillis);
  const [line] = await Promise.race([
    once(lines, 'line', { signal }),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The web host ended with code ${code}:\n${log()}`);
    }),
  ]);
  return JSON.parse(line);
}
