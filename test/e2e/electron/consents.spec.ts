import { ConsentImportScreen, consentSheet } from '../support/consents-screen.ts';
import { dropFile } from '../support/drop-file.ts';
import { words } from '../support/words.ts';
import { expect, test } from './desktop.ts';

test('a spreadsheet that is dropped on the window is loaded into the sandbox', async ({ desktop }) => {
  const { app, page, problems } = desktop;
  const screen = new ConsentImportScreen(page);
  await app.expectLive();
  await dropFile(page, 'consents-2021.csv', consentSheet(20));
  await expect(screen.act('Read file')).toBeVisible();
  await screen.read();
  await screen.map();
  await screen.match();
  await screen.act('Continue to Check').click();
  await screen.act('Continue to Dry run').click();
  await expect(page.getByRole('table', { name: words.importLoad.dryRun.outcomes })).toContainText('Ready20');
  await screen.load();
  await expect(screen.count('Accepted')).toHaveText('20', { timeout: 120_000 });
  expect(problems).toEqual([]);
});
