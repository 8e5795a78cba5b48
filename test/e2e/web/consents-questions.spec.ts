import { spreadsheets } from '../../support/spreadsheets.ts';
import { ConsentImportScreen, consentSheet } from '../support/consents-screen.ts';
import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

test.use({ viewport: { width: 1280, height: 800 } });
// Every story begins in the opened window.
test.beforeEach(({ app: _opened }) => undefined);

test('of times is asked what the command line asks, and nothing goes on before', {
  tag: '@long',
}, async ({ page }) => {
  test.slow();
  const screen = new ConsentImportScreen(page);
  const questions = {
    ambiguous: 'how to read the dates',
    'several-formats': 'which date formats apply',
    'no-format': 'the date format',
    zone: 'the time zone of the dates',
  };
  const names = [
    'times with Z',
    'days',
    'no day decides',
    'two formats',
    'words for times',
    'no times',
    'serial numbers',
  ];
  for (const { name, text, expected } of spreadsheets.filter((each) => names.includes(each.name))) {
    await screen.begin(text, `${name}.csv`);
    await screen.read();
    const use = screen.act('Use this mapping');
    if ('questions' in expected) {
      const open = expected.questions.map((question) => questions[question]).join(', ');
      await expect(
        page.getByText(`Still open: ${open}`, { exact: true }).filter({ visible: true }),
      ).toBeVisible();
      await expect(use).toBeDisabled();
    } else await expect(use).toBeEnabled();
  }
});

test('a column of two formats is read by both, rows are numbered as in the spreadsheet, and a time that no clock shows is mended', {
  tag: '@long',
}, async ({ page }) => {
  test.slow();
  const screen = new ConsentImportScreen(page);
  const line = (number: number, date: string) => `EXT-0000${number};Terms of Service;en;${date};"a\nnote"`;
  await screen.begin(
    [
      'Consents of May;;;;',
      '',
      'External ID;Agreement;Language;Consented at;Note',
      line(1, '2024-05-13'),
      ';;;;',
      line(2, '14.05.2024'),
      line(3, '2024-03-31 02:30'),
    ].join('\n'),
    'mixed.csv',
  );
  await expect(page.locator('.imp-preview tbody tr').nth(2)).toContainText('4');
  await screen.read();
  await page.getByRole('radio', { name: /tried in this order/ }).check();
  await page.getByLabel(words.imports.map.zone, { exact: true }).fill('Europe/Berlin');
  await page.keyboard.press('Escape');
  await screen.act('Use this mapping').click();
  await screen.expectStep('Match');
  await screen.match();
  await screen.act('Continue to Check').click();
  await expect(page.getByRole('option', { name: /Empty row/ })).toBeVisible();
  await expect(screen.grid.getByRole('row')).toHaveCount(2);
  await expect(screen.grid).toContainText(words.importLoad.outcomes['date-skipped']);
  await screen.grid.focus();
  await page.keyboard.press('Home');
  await expect(page.getByText('Row 7 (line 9 in a text editor)')).toBeVisible();
  await screen.act(/2024-03-31T03:30/).click();
  await expect(page.getByText('3 rows will be sent')).toBeVisible();
});

test('a template keeps the mapping for the next file', { tag: '@long' }, async ({ page }) => {
  test.slow();
  const screen = new ConsentImportScreen(page);
  await screen.begin(consentSheet(5));
  await screen.read();
  await page.getByRole('radio', { name: /^MM\/dd\/yyyy/ }).check();
  await screen.act('Use UTC').click();
  await page.getByLabel(words.imports.map.template).fill('CRM');
  await screen.act('Save as template').click();
  await expect(screen.act('Apply CRM')).toBeVisible();
  await screen.begin(consentSheet(6), 'next.csv');
  await screen.read();
  await screen.act('Apply CRM').click();
  await expect(page.getByRole('radio', { name: /^MM\/dd\/yyyy/ })).toBeChecked();
  await expect(screen.act('Use this mapping')).toBeEnabled();
});
