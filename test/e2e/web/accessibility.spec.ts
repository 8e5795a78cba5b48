import { expect, test } from '../support/web.ts';
import { expectAccessible } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

test('the empty screen and the run that waits have no barriers', async ({ flows, page }) => {
  await expectAccessible(page);
  await flows.choose('Client', 'portal-web');
  await flows.run();
  await expect(page.getByRole('main').getByText(words.flows.waiting)).toBeVisible();
  await expectAccessible(page);
});

test('a finished run, its values revealed and its bytes raw have no barriers', async ({ flows, page }) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await flows.tokenStep.click();
  await flows.response.getByRole('button', { name: 'Reveal Body' }).click();
  await expect(flows.response.getByRole('button', { name: 'Hide Body' })).toBeVisible();
  await expectAccessible(page);
  await page.getByText(words.exchange.raw, { exact: true }).click();
  await flows.values.getByRole('button', { name: 'Inspect access_token' }).click();
  await expect(page.getByRole('region', { name: words.token.forms.opaque })).toBeVisible();
  await expectAccessible(page);
});

test('a failed run, the comparison of two and the panels have no barriers', async ({ flows, page }) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await flows.stepOn();
  await flows.expectHeld('the request is sent', 'GET /as/authorization.oauth2');
  await flows.stepOn();
  await flows.expectHeld('the request is sent', 'POST /as/token.oauth2');
  const clock = await flows.openPanel(/^Clock/);
  await expect(clock.getByRole('button', { name: '+1 h' })).toBeVisible();
  await expectAccessible(page);
  await clock.getByRole('button', { name: '+1 h' }).click();
  await page.keyboard.press('Escape');
  await flows.stepOn();
  await expect(page.getByRole('main').getByText(/^Run 2 failed/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Compare 1 and 2' }).click();
  await expect(
    page.getByRole('region', { name: words.diff.titleRuns }).getByRole('listitem').nth(3),
  ).toBeVisible();
  await expectAccessible(page);
});

test('the wire and the panels of the status bar have no barriers', async ({ flows, page }) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await page.keyboard.press('Control+j');
  await page.getByRole('listbox', { name: words.wire.list }).getByRole('option').nth(3).click();
  await expect(page.getByRole('region', { name: 'Wire: Rules checked' })).toBeVisible();
  await expectAccessible(page);
  const panel = await flows.openPanel(/0 problems/);
  await expect(panel).toBeVisible();
  await expectAccessible(page);
});

test('in a narrow window the tabs and what stands behind them have no barriers', async ({ flows, page }) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await page.setViewportSize({ width: 800, height: 900 });
  for (const name of ['Steps', 'Request', 'Values']) {
    await page.getByRole('tab', { name, exact: true }).click();
    await expectAccessible(page);
  }
});

test('the screen that asks for a new link has no barriers', async ({ host, page }) => {
  await page.goto(new URL('/', host.ui).href);
  await expect(page.getByRole('heading', { name: words.session.title })).toBeVisible();
  await expectAccessible(page);
});

test('the hosted pages have no barriers: sign-in, a wrong password, consent, error', async ({
  flows,
  host,
  page,
}) => {
  await flows.choose('Client', 'portal-web');
  await flows.run();
  const tab = await flows.openSignIn();
  await expect(tab.page.getByLabel('Password')).toBeVisible();
  await expectAccessible(tab.page);
  await tab.signIn('wrong-password');
  await expect(tab.page.getByRole('alert')).toBeVisible();
  await expectAccessible(tab.page);
  await tab.signIn('ann-password');
  await expect(tab.page.getByRole('button', { name: words.secretUses.allow })).toBeVisible();
  await expectAccessible(tab.page);
  await tab.decide('Allow');
  await expectAccessible(tab.page);
  await page.goto(`${host.services['authorizationServer']}/as/authorization.oauth2?client_id=nobody`);
  await expect(page.getByRole('heading', { name: 'This request is not valid' })).toBeVisible();
  await expectAccessible(page);
});
