import { TOTP } from 'otpauth';
import {
  ann,
  ownWords,
  period,
  type SignInServer,
  secret,
  seed,
} from '#test/support/sign-in-servers/index.ts';
import { handsAtBrowser, letBrowserBeUsed } from './browser-by-hand.ts';
import { startOurServer } from './our-server.ts';
import type { WebHost } from './web-host.ts';

/** Starts a server whose pages nobody can guess, and lets the browser be used by hand. */
export async function startOwnWords(host: WebHost): Promise<SignInServer> {
  await letBrowserBeUsed(host);
  return startOurServer(host, ownWords, { user: { totp_seed: seed } });
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
