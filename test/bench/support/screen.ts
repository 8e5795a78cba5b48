import { type Browser, chromium } from '@playwright/test';
import { HomeScreen } from '#test/e2e/support/home-screen.ts';
import { browserSwitches } from '../../../scripts/support/browser.ts';
import { provideBrowser } from '../../../scripts/support/provide-browser.ts';

/** Starts the browser that the end-to-end tests use. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await provideBrowser();
  return chromium.launch({ executablePath, args: [...browserSwitches(process.getuid?.() === 0)] });
}

/** Opens the screens with nothing cached and waits until the first one can be worked with. */
export async function untilFirstScreen(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'commit' });
    await new HomeScreen(page).service('Authorization server.*running').waitFor();
  } finally {
    await context.close();
  }
}
