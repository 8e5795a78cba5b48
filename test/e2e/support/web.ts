import { test as base, expect } from '@playwright/test';
import { AppWindow } from './app-window.ts';
import { saveData } from './save-data.ts';
import { FlowScreen } from './web-flow.ts';
import { startWebHost, type WebHost, type WorkspaceChanges } from './web-host.ts';

interface Options {
  /** True if pages fetch the screens ahead that are not shown yet. */
  readonly fetchesAhead: boolean;
  /** Changes of the test's workspace against the sample. */
  readonly workspace: WorkspaceChanges;
}

export interface Fixtures extends Options {
  /** A web host that only this test uses. */
  readonly host: WebHost;
  /** Complaints of the page so far: console errors and warnings, and exceptions. */
  readonly problems: readonly string[];
  /** The window at Home, opened with the start link. */
  readonly app: AppWindow;
  /** The flow debugger, opened with the start link. */
  readonly flows: FlowScreen;
}

/** The test function of the web project: each test has a host of its own. */
export const test = base.extend<Fixtures>({
  workspace: [{}, { option: true }],
  fetchesAhead: [false, { option: true }],
  // Nothing moves: what is measured and compared has its final colours.
  contextOptions: { reducedMotion: 'reduce' },
  context: async ({ context, fetchesAhead }, use) => {
    if (!fetchesAhead) await saveData(context);
    await use(context);
  },
  host: async ({ workspace }, use) => {
    const host = await startWebHost(workspace);
    await use(host);
    await host.discard();
  },
  problems: async ({ page }, use) => {
    const problems: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
    await use(problems);
  },
  app: async ({ page, host, problems: _listening }, use) => {
    const app = new AppWindow(page);
    await app.open(host.ui);
    // The screen is fetched after the window around it stands.
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await use(app);
  },
  flows: async ({ page, host, problems: _listening }, use) => {
    const flows = new FlowScreen(page);
    await flows.open(host.ui);
    await use(flows);
  },
});

export { expect };
