import { test as base } from '@playwright/test';
import { startWebHost, type WebHost } from './web-host.ts';

interface Fixtures {
  /** A web host that only this test uses. */
  readonly host: WebHost;
  /** What the page complained about so far: console errors and warnings, and exceptions. */
  readonly problems: readonly string[];
}

/** The test function of the web project: each test has a host of its own. */
export const test = base.extend<Fixtures>({
  host: async ({ browserName: _browser }, use) => {
    const host = await startWebHost();
    await use(host);
    await host.stop();
  },
  problems: async ({ page }, use) => {
    const problems: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
    await use(problems);
  },
});

export { expect } from '@playwright/test';
