import { test as base, expect } from '@playwright/test';
import { ActivityScreen } from './activity-screen.ts';
import { AppWindow } from './app-window.ts';
import { AttackScreen } from './attacks-screen.ts';
import { ConnectorStudioScreen } from './connectors-screen.ts';
import { ConsentImportScreen } from './consents-screen.ts';
import { ContractScreen } from './contract-screen.ts';
import { FileScreen } from './file-screen.ts';
import { HomeScreen } from './home-screen.ts';
import { IdentityScreen } from './identity-screen.ts';
import { saveData } from './save-data.ts';
import { ThrottleLabScreen } from './throttle-screen.ts';
import { TokenScreen } from './tokens-screen.ts';
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
  /** The screens of the opened window: the first four are shown, the others are gone to by the story. */
  readonly lab: ThrottleLabScreen;
  readonly contract: ContractScreen;
  readonly attacks: AttackScreen;
  readonly tokens: TokenScreen;
  readonly activity: ActivityScreen;
  readonly consents: ConsentImportScreen;
  readonly files: FileScreen;
  readonly home: HomeScreen;
  readonly identity: IdentityScreen;
  readonly studio: ConnectorStudioScreen;
}

/** Shows a screen, and hands it to the story. */
async function shown<Screen extends { open(): Promise<void> }>(
  screen: Screen,
  use: (screen: Screen) => Promise<void>,
): Promise<void> {
  await screen.open();
  await use(screen);
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
  lab: ({ app }, use) => shown(new ThrottleLabScreen(app.page), use),
  contract: ({ app }, use) => shown(new ContractScreen(app.page), use),
  attacks: ({ flows }, use) => shown(new AttackScreen(flows.page), use),
  tokens: ({ flows }, use) => shown(new TokenScreen(flows.page), use),
  activity: ({ app }, use) => use(new ActivityScreen(app.page)),
  consents: ({ app }, use) => use(new ConsentImportScreen(app.page)),
  files: ({ app, host }, use) => use(new FileScreen(app.page, host)),
  home: ({ app }, use) => use(new HomeScreen(app.page)),
  identity: ({ app }, use) => use(new IdentityScreen(app)),
  studio: ({ app }, use) => use(new ConnectorStudioScreen(app.page)),
});

export { expect };
