import { consentSheet } from '../support/consents-screen.ts';
import { dropFile } from '../support/drop-file.ts';
import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

test('files that are dropped anywhere on the window go to the screen that takes them', async ({
  app,
  page,
  problems,
}) => {
  await dropFile(page, 'notes.docx', 'x');
  await expect(app.toast(/^notes\.docx was not imported/)).toBeVisible();
  await dropFile(page, 'consents-2021.csv', consentSheet(5));
  await expect(page.getByRole('button', { name: 'Read file' })).toBeVisible();
  await expect(app.tabs().filter({ hasText: 'consents-2021' })).toHaveAttribute('aria-selected', 'true');
  expect(problems).toEqual([]);
});

test('the web host has no settings of the desktop, and no dialog of folders', async ({ app, page }) => {
  await app.goTo('Files');
  await page.getByRole('button', { name: words.nav.settings }).click();
  const sections = page.getByRole('navigation', { name: words.nav.settings });
  await expect(sections.getByRole('link').first()).toBeVisible();
  await expect(sections.getByRole('link', { name: words.settings.sections.desktop })).toHaveCount(0);
  await page.getByRole('button', { name: words.menu.label, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Open workspace…' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible();
  await expect(page.getByRole('button', { name: words.desktop.chooseFolder })).toHaveCount(0);
});
