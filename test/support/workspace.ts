import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryDirectory } from './storage.ts';

type Files = Readonly<Record<string, unknown>>;

/** The workspace that most tests use: a confidential and a public client, a batch client, a resource server, one user. */
export const ordinaryFiles: Files = {
  'gatehouse.json': { id: 'test', name: 'Test workspace' },
  'oauth/clients/portal-web.json': {
    client_id: 'portal-web',
    client_secret: 'planted-client-secret',
    redirect_uris: ['http://127.0.0.1:9035/cb'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: 'orders.read orders.write',
  },
  'oauth/clients/batch-job.json': {
    client_id: 'batch-job',
    client_secret: 'planted-batch-secret',
    grant_types: ['client_credentials'],
    scope: 'orders.read',
  },
  'oauth/clients/orders-api.json': {
    client_id: 'orders-api',
    client_secret: 'planted-resource-secret',
    grant_types: ['urn:gatehouse:oauth2:grant_type:validate_bearer'],
  },
  'oauth/users/ann.json': { username: 'ann', password: 'planted-password', claims: { name: 'Ann' } },
};

/** Writes a workspace; a text is written as it is, anything else as JSON. */
export function writeWorkspace(files: Files = ordinaryFiles): { path: string; remove: () => void } {
  const directory = temporaryDirectory();
  for (const [name, content] of Object.entries(files)) {
    const path = join(directory.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
  return directory;
}
