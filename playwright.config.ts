import { defineConfig } from '@playwright/test';
import { browserSwitches, findInstalledBrowser } from './scripts/support/browser.ts';

const executablePath = findInstalledBrowser();
// Read again in each worker, which need not search a second time.
if (executablePath !== null) process.env['GATEHOUSE_CHROMIUM'] = executablePath;

export default defineConfig({
  testDir: 'test/e2e',
  fullyParallel: true,
  workers: 2,
  // What passed at the second try only is named at the end of `npm test`.
  retries: 1,
  timeout: 60_000,
  forbidOnly: process.env['CI'] !== undefined,
  outputDir: 'test-results',
  reporter: [['list'], ['json', { outputFile: '.reports/playwright.json' }]],
  use: {
    browserName: 'chromium',
    trace: 'retain-on-failure',
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
