import { ContractScreen, platformSession } from '../support/contract-screen.ts';
import { expect, test } from '../support/web.ts';
import {
  expectAccessible,
  expectAccessibleInForcedColours,
  expectNoSidewaysScrolling,
  expectSound,
} from '../support/web-checks.ts';
import { words } from '../support/words.ts';

test.use({ viewport: { width: 1280, height: 800 } });
// Every story begins in the opened window.
test.beforeEach(({ app: _opened }) => undefined);

const fileName = 'a-session-with-the-platform-whose-name-is-rather-long-and-has-no-place-to-break.har';

test('the history and a change in full have no barrier in either theme, and fit every window', async ({
  page,
}) => {
  test.slow();
  const screen = new ContractScreen(page);
  await screen.open();
  await expectSound(page);
  await page.getByRole('searchbox').fill('deviceAuthenticationPolicy');
  await screen.entries.getByRole('option').first().click();
  await expect(screen.entry).toContainText('CC-022');
  await expectSound(page);
  await page.getByRole('searchbox').fill('nothing has this word');
  await expectSound(page);
  await page.getByRole('button', { name: /^Contract of/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

test('findings, sources and a comparison have no barrier, and fit every window', async ({ host, page }) => {
  test.slow();
  test.setTimeout(180_000);
  const screen = new ContractScreen(page);
  await screen.open();
  await screen.tab('Findings');
  await expectSound(page);
  await screen.add(fileName, platformSession(host.services['platform'] ?? ''));
  await expectSound(page);
  await screen.stepTo('CC-022');
  await expect(screen.finding.locator('.after mark')).toBeVisible();
  await expectSound(page);
  await page.emulateMedia({ forcedColors: 'active' });
  await expectAccessibleInForcedColours(page);
  await page.emulateMedia({ forcedColors: 'none' });
  await screen.findings.focus();
  await page.keyboard.press('i');
  await expect(page.getByRole('dialog', { name: 'Ignore CC-022' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: words.contract.coverage.show }).click();
  await expect(page.getByRole('dialog', { name: words.contract.coverage.title })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await screen.tab('Between two dates');
  await expect(page.getByRole('region', { name: words.contract.between.appear })).toContainText('CC-022');
  await expectSound(page);
  await page.getByLabel('To', { exact: true }).fill('2019-01-01');
  await expect(page.getByText(words.contract.between.order)).toBeVisible();
  await expectSound(page);
});

test('a document that breaks off says where, is never taken for clean, and has no barrier', async ({
  host,
  page,
}) => {
  test.slow();
  const screen = new ContractScreen(page);
  await screen.open();
  const whole = platformSession(host.services['platform'] ?? '');
  await screen.add('truncated.har', whole.slice(0, whole.indexOf('"metrics') + 1 || 900));
  await expect(screen.source('truncated.har')).toContainText('not read');
  await expect(screen.source('truncated.har')).toContainText(/\d+:\d+/);
  await expectSound(page);
  await screen.tab('Findings');
  await expect(page.getByRole('region', { name: words.contract.sources.problems })).toContainText(
    /truncated\.har:\d+:\d+/,
  );
  await expect(page.getByRole('heading', { name: words.contract.findings.noneTitle })).toBeHidden();
  await expectSound(page);
  await expectNoSidewaysScrolling(page);
});
