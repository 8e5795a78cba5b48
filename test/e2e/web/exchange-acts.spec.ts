import { ActivityScreen } from '../support/activity-screen.ts';
import { comparisonOf, copied, expectActs, menuOf } from '../support/exchange-acts.ts';
import { expect, test } from '../support/web.ts';
import { expectSound } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'], viewport: { width: 1440, height: 900 } });

test.beforeEach(async ({ app: _opened, flows }) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
});

test('a step is copied, shown, edited and compared under the keys of Activity', async ({
  app,
  flows,
  page,
}) => {
  await flows.tokenStep.click();
  await page.keyboard.press('c');
  await expect(app.toast('cURL copied')).toBeVisible();
  expect(await copied(page)).toMatch(/^curl [\s\S]*\/as\/token\.oauth2/);

  await expect(flows.request).not.toContainText(words.common.hide);
  await flows.tokenStep.focus();
  await page.keyboard.press('v');
  await expect(page.getByRole('button', { name: words.exchange.showValues }).first()).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(flows.response).toContainText(/"access_token": "[^•"]{20,}"/);
  await page.keyboard.press('v');
  await expect(flows.response).not.toContainText(/"access_token": "[^•"]{20,}"/);

  await page.keyboard.press('a');
  await expect(app.toast(/^A: \d POST \/as\/token\.oauth2/)).toBeVisible();
  await flows.authorizationStep.click();
  await page.keyboard.press('d');
  await expect(comparisonOf(page)).toContainText('/as/token.oauth2');
  await expect(comparisonOf(page)).toContainText('/as/authorization.oauth2');
  await app
    .toast(/^A: \d POST/)
    .getByRole('button')
    .click();
  await expectSound(page);
  // Another step is chosen, and takes the place of the one beside A.
  await flows.step(/GET \/orders/).click();
  await expect(comparisonOf(page)).toContainText('/orders');
  await page.keyboard.press('n');
  await page.keyboard.press('Escape');
  await expect(comparisonOf(page)).toHaveCount(0);

  await flows.tokenStep.click();
  await page.keyboard.press('e');
  await expect(flows.field('grant_type')).toBeFocused();
});

test('a step has the menu of a row of Activity, and leads there', async ({ app, flows, page }) => {
  await flows.tokenStep.click({ button: 'right' });
  await expectActs(page, ['Pin', 'Break before sending', 'Show in Activity']);
  await menuOf(page).getByRole('menuitem', { name: words.exchange.acts.pin }).click();
  await expect(app.toast(words.exchange.acts.pinned)).toBeVisible();
  await flows.tokenStep.focus();
  await page.keyboard.press('Shift+F10');
  await menuOf(page).getByRole('menuitem', { name: words.exchange.acts.activity }).click();
  const log = new ActivityScreen(page);
  await expect(log.selected).toContainText('/as/token.oauth2');
  await expect(log.selected).toContainText('pinned');
  await log.selected.click({ button: 'right' });
  await expectActs(page, ['Unpin', 'Send again', 'Show in Flows']);
  await page.keyboard.press('Escape');
  await log.grid.focus();
  await page.keyboard.press('e');
  await expect(flows.held).toContainText(words.flowHeld.beforeSending);
});

test('a click beside the number of a step holds the next run there, and one more lets it go', async ({
  flows,
  page,
}) => {
  const gutter = flows.tokenStep.locator('.can-stop');
  await gutter.click();
  await expect(flows.tokenStep).toContainText('Runs pause here');
  await expect(page.getByRole('button', { name: /^Break at/ })).toContainText('1');
  await flows.run();
  await flows.expectHeld('the request is sent', 'POST /as/token.oauth2');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(flows.runs.getByRole('option').first()).toContainText('PASSED');

  await flows.tokenStep.click({ button: 'right' });
  await menuOf(page).getByRole('menuitem', { name: words.exchange.acts.noBreakRequest }).click();
  await expect(flows.tokenStep).not.toContainText('Runs pause here');
});

test('a row of the wire has the menu and the keys as well, and none of them acts on the step behind it', async ({
  app,
  flows,
  page,
}) => {
  await flows.tokenStep.click();
  await page.keyboard.press('Control+j');
  const wire = page.getByRole('listbox', { name: words.wire.list });
  const orders = wire.getByRole('option', { name: /GET \/orders/ });
  await orders.click({ button: 'right' });
  await expectActs(page, ['Send again', 'Show in Activity', 'Show in Flows']);
  await page.keyboard.press('Escape');
  await orders.focus();
  await page.keyboard.press('c');
  await expect(app.toast('cURL copied')).toBeVisible();
  expect(await copied(page)).toMatch(/\/orders/);
  await page.keyboard.press('a');
  await wire.getByRole('option', { name: /POST \/as\/token\.oauth2 200.*portal-web/ }).click();
  await page.keyboard.press('d');
  await expect(comparisonOf(page)).toHaveCount(1);
  await expect(comparisonOf(page)).toContainText(/GET 200[\s\S]*POST 200/);
});
