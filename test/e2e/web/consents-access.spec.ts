import { ConsentImportScreen, consentSheet } from '../support/consents-screen.ts';
import { expect, test } from '../support/web.ts';
import { expectAccessible, expectSound } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

test.use({ viewport: { width: 1280, height: 800 } });
// Every story begins in the opened window.
test.beforeEach(({ app: _opened }) => undefined);

test('the empty list and the way to a new import have no barrier, and fit every window', async ({ page }) => {
  const screen = new ConsentImportScreen(page);
  await screen.openList();
  await expect(page.getByRole('heading', { name: words.imports.emptyTitle })).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: words.imports.add }).click();
  await expect(page.getByRole('heading', { name: words.imports.file.drop })).toBeVisible();
  await expectSound(page);
});

test('every step has no barrier in either theme, and fits every window', async ({ page }) => {
  test.slow();
  test.setTimeout(240_000);
  const screen = new ConsentImportScreen(page);
  await screen.begin(consentSheet(60, { unknown: [4], english: [7] }));
  await expect(page.getByRole('table', { name: words.imports.file.previewTable })).toBeVisible();
  await expectSound(page);
  await screen.read();
  await expect(page.getByText(words.imports.map.ambiguous)).toBeVisible();
  await expectSound(page);
  await screen.map();
  await expectSound(page);
  await screen.match();
  await expectSound(page);
  await page.getByRole('button', { name: /^Pick user… for NOBODY-4/ }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await screen.go('Check');
  await expect(screen.grid).toContainText('NOBODY-4');
  await expectSound(page);
  await screen.go('Dry run');
  await expect(page.getByRole('region', { name: words.importLoad.dryRun.samples })).toContainText('POST');
  await expectSound(page);
  await screen.go('Load');
  await expectSound(page);
  await page.getByRole('button', { name: /^Load [\d,]+$/ }).click();
  await expectAccessible(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Load [\d,]+$/ })
    .click();
  await expect(screen.count('Accepted')).not.toHaveText('0');
  await expectSound(page);
  await expect(screen.act('Pause')).toBeHidden({ timeout: 120_000 });
  await screen.go('Report');
  await expect(page.getByRole('table', { name: words.importLoad.report.notSentTitle })).toBeVisible();
  await expectSound(page);
  await screen.openList();
  await expect(page.getByRole('table', { name: words.imports.title })).toBeVisible();
  await expectSound(page);
});
