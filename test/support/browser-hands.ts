import { chmodSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { eventually } from './eventually.ts';

/** The hands of a person at a window of a browser that the engine has started: those of Playwright. */
export interface BrowserHands {
  readonly page: Page;
  close(): Promise<void>;
}

/**
 * A program that starts a browser with a port for the hands of a test: the product itself opens none. `switches` are
 * further ones.
 */
export function browserForHands(directory: string, browserPath: string, switches = ''): string {
  const path = join(directory, 'chromium');
  writeFileSync(path, `#!/bin/sh\nexec "${browserPath}" --remote-debugging-port=0 ${switches} "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Takes hold of the page at an address, in whichever browser under a folder of profiles it is; waits until it is there. */
export async function handsAt(profileRoot: string, url: string): Promise<BrowserHands> {
  return eventually(async () => {
    for (const profile of await readdir(profileRoot).catch(() => [])) {
      const file = join(profileRoot, profile, 'DevToolsActivePort');
      const [port] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
      const browser: Browser | null = port
        ? await chromium.connectOverCDP(`http://127.0.0.1:${port}`).catch(() => null)
        : null;
      const pages = browser?.contexts().flatMap((context) => context.pages()) ?? [];
      const page = pages.find((each) => each.url().startsWith(url));
      if (browser !== null && page !== undefined) return { page, close: () => browser.close() };
      await browser?.close();
    }
    return null;
  });
}
