import { defineConfig } from '@playwright/test';
import { browserSwitches, findInstalledBrowser } from './scripts/support/browser.ts';

const executablePath = findInstalledBrowser();
// Read again in each worker, which need not search a second time.
if (executablePath !== null) process.env['GATEHOUSE_CHROMIUM'] = executablePath;

export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/support/compile-hosts.ts',
  fullyParallel: true,
  workers: 2,
  // What hangs is ended; how long a story takes on a machine that is busy with other work says nothing.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env['CI'] !== undefined,
  outputDir: 'test-results',
  reporter: [['list'], ['json', { outputFile: '.reports/playwright.json' }]],
  use: {
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      args: [...browserSwitches(process.getuid?.() === 0)],
    },
  },
  projects: [
    { name: 'web', testMatch: 'web/**/*.spec.ts' },
    { name: 'electron-bundle', testMatch: 'electron/**/*.spec.ts' },
    // Skipped, with the reason, where there is no runtime.
    { name: 'electron-runtime', testMatch: 'electron-runtime/**/*.spec.ts' },
  ],
});
