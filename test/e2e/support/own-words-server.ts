import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import {
  ann,
  client,
  ownWords,
  period,
  type SignInServer,
  secret,
  seed,
  startProduct,
} from '#test/support/sign-in-servers/index.ts';
import { handsAtBrowser, letBrowserBeUsed } from './browser-by-hand.ts';
import type { WebHost } from './web-host.ts';

/** Stands a server whose pages nobody can guess, names it in `targets/ours.json`, and lets the browser be used by hand. */
export async function startOwnWords(host: WebHost): Promise<SignInServer> {
  const server = await startProduct(ownWords);
  await letBrowserBeUsed(host);
  const target = {
    display_name: 'Our server',
    issuer: server.origin,
    clients: [client],
    users: [{ username: ann.username, password: ann.password, totp_seed: seed }],
  };
  writeFileSync(join(host.workspaceDir, 'targets/ours.json'), JSON.stringify(target, null, 2));
  return server;
}

/** Somebody signs in at it, in the window that opened. */
export async function signInByHand(host: WebHost, server: SignInServer): Promise<void> {
  const { page, close } = await handsAtBrowser(host, server.origin);
  await page.locator('#x71').pressSequentially(ann.username);
  await page.locator('#x72').pressSequentially(ann.password);
  await page.locator('#x73').click();
  await page.locator('#x74').fill(new TOTP({ secret, period }).generate());
  await page.locator('#x75').click();
  await close();
}
