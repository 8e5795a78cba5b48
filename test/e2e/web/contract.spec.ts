import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ContractScreen, plantedSecret, platformSession } from '../support/contract-screen.ts';
import { tabTo } from '../support/keys.ts';
import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

test.use({ viewport: { width: 1280, height: 800 } });
// Every story begins in the opened window.
test.beforeEach(({ app: _opened }) => undefined);

const fileName = 'platform-session.har';

test('a session is held against the contract, mended, and left where there is a reason, by keys alone', async ({
  app,
  host,
  page,
}) => {
  test.slow();
  const { keyboard } = page;
  const screen = new ContractScreen(page);
  await keyboard.press('Alt+7');
  await expect(screen.entries).toBeVisible();
  await screen.add(fileName, platformSession(host.services['platform'] ?? ''));
  await expect(app.toast(`${fileName} added. 7 secrets masked`)).toBeVisible();
  await expect(screen.source(fileName)).toContainText(words.contract.sources.names.har);

  // The quick fix is seen before it is made.
  await screen.stepTo('CC-022');
  await expect(screen.finding.locator('.before mark')).toHaveText('deviceAuthenticationPolicy');
  await expect(screen.finding.locator('.after mark')).toHaveText('deviceAuthenticationPolicies');
  await keyboard.press('f');
  await expect(app.toast('1 finding fixed').first()).toBeVisible();
  await expect(screen.findings).not.toContainText('CC-022');
  await screen.stepTo('CC-016');
  await keyboard.press('f');
  await expect(screen.findings).not.toContainText('CC-016');

  // A finding that is left as it is says why, in a file of the workspace.
  await screen.stepTo('CC-015');
  await keyboard.press('i');
  const dialog = page.getByRole('dialog', { name: 'Ignore CC-015' });
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByLabel(words.contract.ignoring.reason));
  await keyboard.press('Enter');
  await expect(dialog.getByText(words.contract.ignoring.noReason)).toBeVisible();
  await keyboard.type('The portal is retired in March.');
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: words.contract.findings.noneTitle })).toBeVisible();
  const settings = JSON.parse(readFileSync(join(host.workspaceDir, 'contract/lint.json'), 'utf8'));
  expect(settings.ignore).toMatchObject([
    { id: 'CC-015', file: fileName, reason: 'The portal is retired in March.' },
  ]);

  const report = await screen.saved(() => app.command('Export findings as SARIF'));
  const sarif = JSON.parse(report.text);
  expect(report.name).toMatch(/\.sarif$/);
  expect(sarif.version).toBe('2.1.0');
  const results = sarif.runs[0].results;
  expect(results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(['CC-015']);
  expect(results[0].suppressions).toMatchObject([{ justification: 'The portal is retired in March.' }]);
  expect(report.text).not.toContain(plantedSecret);

  // The copy has the fixes, and no secret.
  await tabTo(page, page.getByRole('tab', { name: /^Findings/ }));
  await keyboard.press('ArrowRight');
  await tabTo(page, page.getByRole('button', { name: `Save ${fileName} with fixes` }));
  const copy = await screen.saved(() => keyboard.press('Enter'));
  const urls: readonly string[] = JSON.parse(copy.text).log.entries.map(
    ({ request }: { request: { url: string } }) =>
      new URL(request.url).pathname.split('/').slice(3).join('/'),
  );
  expect(urls.slice(0, 4)).toEqual([
    'deviceAuthenticationPolicies',
    'deviceAuthenticationPolicies',
    'metrics/activeIdentityCounts',
    'metrics/activeIdentityCounts',
  ]);
  expect(copy.text).not.toContain(plantedSecret);
});

test('fixes, ignores and removals are taken back with Ctrl+Z', async ({ app, host, page }) => {
  test.slow();
  const { keyboard } = page;
  const screen = new ContractScreen(page);
  await screen.open();
  await screen.add(fileName, platformSession(host.services['platform'] ?? ''));
  await test.step('the first finding is open beside the list, and Fix all is in the toolbar', async () => {
    const newest = page
      .getByRole('region', { name: words.contract.entry.region })
      .getByRole('heading', { level: 2 });
    await screen.tab('History');
    await expect(newest).toBeVisible();
    await screen.tab('Findings');
    const first = (await screen.selected.first().innerText()).match(/CC-\d+/)?.[0] ?? 'none';
    await expect(screen.finding).toContainText(first);
  });
  await page
    .locator('.toolbar')
    .getByRole('button', { name: /^Fix all \d+$/ })
    .click();
  await expect(app.toast(/findings fixed/).first()).toBeVisible();
  // It stands above the line that says what was looked at.
  const toast = await page.locator('.toast').boundingBox();
  const foot = await page.locator('.ch-foot').boundingBox();
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
  await expect(screen.findings).not.toContainText('CC-022');
  await keyboard.press('Control+z');
  await expect(screen.findings).toContainText('CC-022');
  await screen.stepTo('CC-015');
  await keyboard.press('i');
  await page.getByRole('dialog').getByLabel(words.contract.ignoring.reason).fill('Known.');
  await keyboard.press('Enter');
  await expect(screen.findings).not.toContainText('CC-015');
  await keyboard.press('Control+z');
  await expect(screen.findings).toContainText('CC-015');
  await screen.tab('Sources');
  await page.getByRole('button', { name: `Remove ${fileName}` }).click();
  await expect(screen.source(fileName)).toBeHidden();
  await keyboard.press('Control+z');
  await expect(screen.source(fileName)).toBeVisible();
});

test('an ignored finding says why, and can be taken up again', { tag: '@long' }, async ({ host, page }) => {
  const screen = new ContractScreen(page);
  await screen.open();
  await screen.add(fileName, platformSession(host.services['platform'] ?? ''));
  await screen.stepTo('CC-016');
  await screen.finding.getByRole('button', { name: words.contract.findings.ignore }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.contract.ignoring.reason).fill('The report is retired.');
  await dialog.getByText(words.contract.ignoring.widths.everywhere).click();
  await dialog.getByLabel('Until').fill('2099-12-31');
  await dialog.getByRole('button', { name: 'Ignore CC-016' }).click();
  await expect(screen.findings).not.toContainText('CC-016');
  await page.getByRole('button', { name: /Ignored$/ }).click();
  await page.getByRole('option', { name: 'only ignored' }).click();
  await expect(screen.findings).toContainText('CC-016');
  await screen.stepTo('CC-016');
  await expect(screen.finding).toContainText('until 2099-12-31');
  await expect(screen.finding).toContainText('The report is retired.');
  await screen.finding.getByRole('button', { name: words.contract.findings.stopIgnoring }).click();
  await expect(page.getByRole('heading', { name: words.contract.findings.noMatchTitle })).toBeVisible();
});

test('the sample recording shows what a finding is', { tag: '@long' }, async ({ page }) => {
  const screen = new ContractScreen(page);
  await screen.open();
  await screen.tab('Findings');
  await page.getByRole('button', { name: words.contract.sources.sample }).click();
  await expect(screen.findings.getByRole('row').nth(2)).toBeVisible();
  await page.keyboard.press('F8');
  await expect(screen.finding.getByRole('button', { name: words.contract.findings.ignore })).toBeVisible();
  await screen.tab('Sources');
  await expect(screen.source('sample.har')).toContainText(words.contract.sources.names.har);
});

test('the history is sought, filtered and gone through; the address brings it back', async ({ page }) => {
  const screen = new ContractScreen(page);
  await screen.open();
  await expect(screen.entries.getByRole('option')).toHaveCount(89);
  await screen.entries.getByRole('option').first().click();
  await page.keyboard.press('End');
  await expect(screen.entries.getByRole('option').last()).toBeFocused();
  await expect(screen.entry).toContainText('2019-01-11');
  await page.keyboard.press('ArrowUp');
  await expect(screen.entry).toContainText('2019-01-21');
  await page.keyboard.press('Home');
  await expect(screen.entry).toContainText('2022-06-06');
  await page.getByRole('checkbox', { name: words.contract.filters.breaking }).check();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('protocol NONE');
  await expect(screen.entries.getByRole('option')).toHaveCount(1);
  await screen.entries.getByRole('option').click();
  await expect(screen.entry.getByText('CC-015', { exact: true })).toBeVisible();
  await page.reload();
  await expect(screen.entries.getByRole('option')).toHaveCount(1);
  await expect(screen.entry.getByText('CC-015', { exact: true })).toBeVisible();
  await page.getByRole('searchbox').fill('nothing has this word');
  await expect(page.getByRole('heading', { name: words.contract.filters.noneTitle })).toBeVisible();
  await page.getByRole('tabpanel').getByRole('button', { name: words.contract.filters.clear }).last().click();
  await expect(screen.entries.getByRole('option')).toHaveCount(89);
});

test('a day is looked at and held to, and two days are compared for what breaks', { tag: '@long' }, async ({
  host,
  page,
}) => {
  const screen = new ContractScreen(page);
  await screen.open();
  await screen.add(fileName, platformSession(host.services['platform'] ?? ''));
  await screen.tab('History');
  await page.getByRole('button', { name: /^Contract of/ }).click();
  const dialog = page.getByRole('dialog', { name: words.contract.date.title });
  await dialog.getByLabel(words.contract.date.field).fill('2020-06-01');
  await dialog.getByRole('button', { name: words.contract.date.look }).click();
  await expect(page.getByText('Previewing 2020-06-01')).toBeVisible();
  await expect(screen.entries.getByRole('option').first()).toContainText('not in force yet');
  await screen.tab('Findings');
  await expect(page.getByRole('tabpanel').last()).not.toContainText('CC-022');
  await page.getByRole('button', { name: /^Back to/ }).click();
  await expect(screen.findings).toContainText('CC-022');
  await page.getByRole('button', { name: /^Contract of/ }).click();
  await dialog.getByLabel(words.contract.date.field).fill('2021-06-01');
  await dialog.getByRole('button', { name: words.contract.date.hold }).click();
  await expect(page.getByRole('button', { name: 'Contract of 2021-06-01' })).toBeVisible();
  const settings = JSON.parse(readFileSync(join(host.workspaceDir, 'contract/lint.json'), 'utf8'));
  expect(settings.contract_date).toBe('2021-06-01');

  await screen.tab('Between two dates');
  await expect(page.getByLabel(words.contract.between.from, { exact: true })).toHaveValue('2021-06-01');
  await page.getByLabel(words.contract.between.from, { exact: true }).fill('2020-12-01');
  const breaks = page.getByRole('region', { name: words.contract.between.groups.breaks });
  await expect(breaks).toContainText('2020-12-09');
  // A change that only adds says why it breaks calls.
  await expect(breaks.getByRole('option').first()).toBeVisible();
  await expect(breaks).not.toContainText('additive');
  await expect(page.getByRole('region', { name: words.contract.between.groups.touches })).toContainText(
    '2021-12-16',
  );
  const appear = page.getByRole('listbox', { name: words.contract.between.appear });
  await expect(appear).toContainText('CC-015');
  // The change that breaks calls is open at first; a whole line opens another, by a click or the keyboard.
  const detail = page.getByRole('region', { name: words.contract.between.region });
  await expect(detail).toContainText('2020-12-09');
  await appear.getByRole('option').filter({ hasText: 'CC-015' }).click();
  await expect(detail.getByRole('heading').first()).toContainText('NONE');
  await page.keyboard.press('Home');
  await expect(appear.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await expect(breaks.getByRole('option', { selected: true })).toHaveCount(0);
  await breaks.getByRole('option').first().click();
  await expect(detail).toContainText('2020-12-09');
  await expect(appear.getByRole('option', { selected: true })).toHaveCount(0);
  const markdown = await screen.saved(async () => {
    await page.getByRole('button', { name: words.contract.exports.between }).click();
    await page.getByRole('menuitem', { name: words.contract.exports.formats.markdown }).click();
  });
  expect(markdown.name).toBe('contract-2020-12-01-to-2022-06-06.md');
  expect(markdown.text).toContain('## Breaks my calls');
});
