import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '#main/platform/installed-browser.ts';
import { type BrowserHands, browserForHands, handsAt } from '#test/support/browser-hands.ts';
import type { WebHost } from './web-host.ts';

/** Lets the controlled browser of a host be used by hand: without a window, since nobody sits before a display here. */
export async function letBrowserBeUsed(host: WebHost): Promise<void> {
  const installed = await findBrowser({ platform: process.platform, env: process.env }, null);
  if (installed === null) throw new Error('No Chromium is installed.');
  mkdirSync(host.programs, { recursive: true });
  browserForHands(host.programs, installed.path, '--headless=new');
}

/** The hands of a person at the page of the controlled browser of a host; waits until it is there. */
export function handsAtBrowser(host: WebHost, url: string): Promise<BrowserHands> {
  return handsAt(join(host.folder, 'state', 'browser-profiles'), url);
}
