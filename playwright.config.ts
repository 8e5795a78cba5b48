import { defineConfig } from '@playwright/test';
import { browserEnvironment, browserSwitches, findInstalledBrowser } from './scripts/support/browser.ts';

const executablePath = findInstalledBrowser();
// Read again in each worker, which need not search a second time.
if (executablePath !== null) process.env['GATEHOUSE_CHROMIUM'] = executablePath;

/** A story with this tag is one of those below, although its file is not. */
const longTag = /@long/;
/** Stories that continuous integration tells besides: at length, and on the desktop, what the others tell part by part. */
const longStories = [
  'web/{accessibility,every-flow,screens,tours}.spec.ts',
  'web/*-access.spec.ts',
  'web/guides/*.spec.ts',
  'web/screenshots.spec.ts',
  'web/attack-profile.spec.ts',
  'electron/{activity,connectors,consents,contract,files,home,identity,problems,settings,throttle}.spec.ts',
];

/** The stories of the tutorials, which have a command of their own (`npm run test:guides`). */
const tutorials = 'web/tutorials/*.spec.ts';
/** The one of them that `npm test` tells. */
const firstTutorial = 'web/tutorials/tester.spec.ts';

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/support/compile-hosts.ts',
  fullyParallel: true,
  workers: 2,
  // Ends a story that hangs; on a machine that is busy with other work, the time a story takes means nothing.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env['CI'] !== undefined,
  outputDir: 'test-results',
  // Of one part there is one picture, whichever project looks at it.
  snapshotPathTemplate: '{testDir}/{testFilePath}-snapshots/{arg}-web-{platform}{ext}',
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['GATEHOUSE_PLAYWRIGHT_REPORT'] ?? '.reports/playwright.json' }],
  ],
  use: {
    // An action that waits for so long waits for ever: its name says more than that of the story.
    actionTimeout: 90_000,
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      env: browserEnvironment(process.env),
      args: [...browserSwitches(process.getuid?.() === 0)],
    },
  },
  projects: [
    {
      name: 'web',
      testMatch: 'web/**/*.spec.ts',
      testIgnore: [...longStories, tutorials],
      grepInvert: longTag,
    },
    { name: 'electron-bundle', testMatch: 'electron/**/*.spec.ts', testIgnore: longStories },
    { name: 'long', testMatch: longStories },
    {
      name: 'long-parts',
      testMatch: 'web/**/*.spec.ts',
      testIgnore: [...longStories, tutorials],
      grep: longTag,
    },
    { name: 'first-guide', testMatch: firstTutorial },
    { name: 'guides', testMatch: tutorials, testIgnore: firstTutorial },
    // Skipped, with the reason, where there is no runtime.
    { name: 'electron-runtime', testMatch: 'electron-runtime/**/*.spec.ts' },
  ],
});
