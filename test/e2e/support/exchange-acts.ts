import { expect, type Locator, type Page } from '@playwright/test';
import { words } from './words.ts';

/** The menu of an exchange, wherever it was opened. */
export const menuOf = (page: Page): Locator => page.getByRole('menu', { name: words.exchange.acts.title });

/** Two exchanges beside one another. */
export const comparisonOf = (page: Page): Locator =>
  page.getByRole('region', { name: words.diff.titleExchanges });

/** The text in the clipboard; the page needs leave for it. */
export const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

/** The acts that every exchange has, wherever it is shown. */
const everywhere = [
  'Copy as cURL',
  'Copy as HAR',
  'Copy URL',
  'Copy link',
  'Edit and resend',
  'Mark as A',
  'Compare',
];

/** Expects the open menu to have the acts of every exchange, and some more. */
export async function expectActs(page: Page, further: readonly string[]): Promise<void> {
  for (const act of [...everywhere, ...further])
    await expect(menuOf(page).getByRole('menuitem', { name: new RegExp(`^${act}`) })).toHaveCount(1);
}
