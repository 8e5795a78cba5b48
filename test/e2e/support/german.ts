import type { Page } from '@playwright/test';
import { shell } from '#renderer/words/de/shell.ts';
import type { WebHost } from './web-host.ts';

const { label, ...areas } = shell.nav;

/** Opens an area in a window in German. */
export async function openInGerman(page: Page, host: WebHost, area: keyof typeof areas): Promise<void> {
  await page.goto(host.ui);
  await page.getByRole('navigation', { name: label }).getByRole('link', { name: areas[area] }).click();
}
