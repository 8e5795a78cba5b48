import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ann,
  client,
  type Product,
  type SignInServer,
  startProduct,
} from '#test/support/sign-in-servers/index.ts';
import type { WebHost } from './web-host.ts';

/** Starts a server, and names it in the workspace as “Our server”, with ann as its user. */
export async function startOurServer(
  host: WebHost,
  product: Product,
  { user = {}, ...more }: { readonly user?: object; readonly sign_in?: object } = {},
): Promise<SignInServer> {
  const server = await startProduct(product);
  const target = {
    display_name: 'Our server',
    issuer: server.origin,
    clients: [client],
    users: [{ username: ann.username, password: ann.password, ...user }],
    ...more,
  };
  mkdirSync(join(host.workspaceDir, 'targets'), { recursive: true });
  writeFileSync(join(host.workspaceDir, 'targets/ours.json'), JSON.stringify(target, null, 2));
  return server;
}
