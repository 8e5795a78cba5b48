import { startJsonServer } from '../../support/remotes/json-server.ts';
import type { Remote } from '../../support/remotes/remote.ts';
import { ActivityScreen } from '../support/activity-screen.ts';
import { AttackScreen } from '../support/attacks-screen.ts';
import { comparisonOf, copied, expectActs, menuOf } from '../support/exchange-acts.ts';
import { unfitAtEveryWidth } from '../support/fit.ts';
import { expect, test } from '../support/web.ts';
import { expectAccessible, expectNoSidewaysScrolling, expectSound } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'], viewport: { width: 1440, height: 900 } });

test('a request of the connector console has the menu and the keys, and its values are copied', async ({
  app,
  page,
  studio,
}) => {
  test.slow();
  await studio.open('hr');
  await studio.operation('List');
  await page.keyboard.press('Control+Enter');
  const list = studio.outcome().getByRole('article', { name: 'QUERY' }).first();
  await expect(list).toContainText('200');
  await list.locator('header').click({ button: 'right' });
  await expectActs(page, ['Pin', 'Show in Activity']);
  await page.keyboard.press('Escape');
  // Text keeps the menu in which the browser copies what is selected.
  await list.getByText('application/json').first().click({ button: 'right' });
  await expect(menuOf(page)).toHaveCount(0);
  await list.getByRole('button', { name: words.exchange.acts.title }).focus();
  await page.keyboard.press('Shift+F10');
  await expectActs(page, ['Pin', 'Show in Activity']);
  await page.keyboard.press('Escape');

  await list.getByRole('button', { name: words.exchange.acts.title }).focus();
  await page.keyboard.press('c');
  await expect(app.toast('cURL copied')).toBeVisible();
  expect(await copied(page)).toMatch(/^curl [\s\S]*\/hr\/v1\/users/);
  const answer = list.getByRole('region', { name: 'Response to QUERY' });
  await answer.getByRole('button', { name: 'Copy Content-Type', exact: true }).click();
  await expect(app.toast('Content-Type copied')).toBeVisible();
  expect(await copied(page)).toContain('application/json');
  await answer.getByRole('button', { name: 'Copy Body', exact: true }).click();
  await expect(app.toast('Body copied')).toBeVisible();
  expect(JSON.parse(await copied(page))).toBeTruthy();

  // Those of two runs are compared in the place of the second, and a letter in the form stays a letter.
  await list.locator('header').click();
  await page.keyboard.press('a');
  await expect(app.toast(/^A: QUERY GET \/hr\/v1\/users 200/)).toBeVisible();
  await studio.operation('Get');
  await studio.console.getByLabel('uid').fill('101');
  await page.keyboard.press('d');
  await expect(studio.console.getByLabel('uid')).toHaveValue('101d');
  await studio.console.getByLabel('uid').fill('101');
  await page.keyboard.press('Control+Enter');
  const get = studio.outcome().getByRole('article', { name: 'GET' }).first();
  await expect(get).toContainText('200');
  await expect(comparisonOf(page)).toHaveCount(0);
  await get.locator('header').click();
  await page.keyboard.press('d');
  await expect(get.getByRole('region', { name: words.diff.titleExchanges })).toContainText(
    /QUERY GET \/hr\/v1\/users[\s\S]*GET GET \/hr\/v1\/users\/101/,
  );
  await app
    .toast(/^A: QUERY/)
    .getByRole('button')
    .click();
  await expectSound(page);
});

test.describe('a remote that answers with a token', () => {
  const token = 'tok-0123456789abcdef';
  let remote: Remote;
  test.beforeEach(async () => {
    remote = await startJsonServer();
    const body = JSON.stringify({ access_token: token });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${remote.url}/users/1`, { method: 'PATCH', headers, body });
  });
  test.afterEach(() => remote.stop());

  test('has it masked in the console, shown and hidden under V, and copied without being shown', async ({
    app,
    flows,
    page,
    studio,
  }) => {
    await studio.open('hr');
    await studio.part('Connection');
    await studio.configuration.getByLabel('serviceUri').fill(remote.url);
    await studio.operation('Test');
    await page.keyboard.press('Control+Enter');
    const step = studio.outcome().getByRole('article', { name: words.connectorConsole.test });
    await expect(step).toContainText('"access_token": "••••••••"');
    await step
      .getByRole('region', { name: words.exchange.response })
      .getByRole('button', { name: 'Copy Body' })
      .click();
    await expect(app.toast('Body copied')).toBeVisible();
    expect(await copied(page)).toContain(token);
    await expect(step).not.toContainText(token);
    await step.locator('header').click();
    await page.keyboard.press('v');
    await expect(step).toContainText(token);
    await page.keyboard.press('v');
    await expect(step).not.toContainText(token);
    await page.keyboard.press('e');
    await expect(flows.held).toContainText(words.flowHeld.beforeSending);
  });
});

test('an exchange of an attack has the menu and the keys, and is compared with the other play', async ({
  app,
  flows,
  page,
}) => {
  test.slow();
  const screen = new AttackScreen(flows.page);
  await screen.runCase('AC-01');
  const exchange = (play: string, step: string) =>
    screen.detail.getByRole('button', { name: new RegExp(`, ${play} ${step}`) });
  await exchange('Mutant', 'token').click({ button: 'right' });
  await expectActs(page, ['Pin', 'Show in Activity']);
  await page.keyboard.press('Escape');
  await exchange('Mutant', 'token').focus();
  await page.keyboard.press('c');
  await expect(app.toast(/^cURL copied/)).toBeVisible();
  expect(await copied(page)).toMatch(/^curl [\s\S]*\/as\/token\.oauth2/);
  await page.keyboard.press('d');
  await expect(comparisonOf(page)).toContainText(/Control token[\s\S]*Mutant token/);
  // Another exchange takes its place; A is then the one that was marked.
  await page.keyboard.press('a');
  await exchange('Mutant', 'replay').focus();
  await page.keyboard.press('d');
  await expect(comparisonOf(page)).toContainText(/Mutant token[\s\S]*Mutant replay/);
  await app
    .toast(/^A: Mutant token/)
    .getByRole('button')
    .click();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(comparisonOf(page)).toHaveCount(0);
  await exchange('Mutant', 'replay').focus();
  await page.keyboard.press('Shift+F10');
  await menuOf(page).getByRole('menuitem', { name: words.exchange.acts.activity }).click();
  await expect(new ActivityScreen(page).selected).toContainText('/as/token.oauth2');
});

test('an exchange of an attack opens below its case, with the bar and the panes that it has everywhere', async ({
  app,
  flows,
  page,
}) => {
  test.slow();
  const screen = new AttackScreen(flows.page);
  await screen.runCase('AC-01');
  const replay = screen.detail.getByRole('button', { name: /, Mutant replay/ });
  const shown = page.getByRole('region', { name: words.attacks.exchange, exact: true });
  await expect(shown).toHaveCount(0);
  await screen.detail.getByRole('button', { name: /, Mutant token/ }).click();
  await expect(shown).toContainText('Mutant token');
  await replay.click();
  await expect(shown).toContainText('Mutant replay');
  await expect(
    shown.getByRole('region', { name: words.exchange.response, exact: false }).first(),
  ).toContainText('400');
  await expect(shown).toContainText('invalid_grant');
  await expectAccessible(page);
  await expect(replay).toBeInViewport({ ratio: 1 });

  // A code is masked until V shows it.
  const code = shown.getByRole('region', { name: /Request fields/ });
  await expect(code).toContainText('••••••••');
  await page.keyboard.press('v');
  await expect(code).not.toContainText(/code\s*(Reveal|Hide)?\s*••••••••/);
  await page.keyboard.press('v');
  await shown.getByRole('radio', { name: /^Server/ }).check({ force: true });
  await expect(shown.getByRole('radio', { name: /^Server/ })).toBeChecked();
  await shown.getByRole('button', { name: words.exchange.acts.compare, exact: true }).click();
  await expect(comparisonOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shown).toBeVisible();
  await shown.getByRole('button', { name: words.exchange.acts.pin, exact: true }).click();
  await expect(app.toast(words.exchange.acts.pinned)).toBeVisible();
  await shown.getByRole('button', { name: words.exchange.acts.title }).click();
  await expectActs(page, ['Pin', 'Show in Activity']);
  await page.keyboard.press('Escape');
  await shown.getByRole('button', { name: words.common.close, exact: true }).click();
  await expect(shown).toHaveCount(0);
  await page.setViewportSize({ width: 640, height: 900 });
  // There the case stands behind a tab of its own.
  await page.getByRole('tab', { name: words.attacks.detail, exact: true }).click();
  await replay.click();
  await expect(shown).toContainText('invalid_grant');
  await expectNoSidewaysScrolling(page);
  await shown.getByRole('button', { name: words.exchange.acts.edit }).click();
  await expect(flows.held).toContainText(words.flowHeld.beforeSending);
});

test('a row of the live tokens lists its exchanges, each with the bar, the panes and the keys', async ({
  app,
  flows,
  page,
  identity,
}) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await identity.open('Active tokens');
  await identity.row(/^portal-web client/).click();
  const exchanges = page.getByRole('region', { name: words.liveTokens.tokenExchanges, exact: true });
  await expect(exchanges).toHaveCount(0);
  await page.getByRole('button', { name: words.liveTokens.exchanges }).click();
  await expect(exchanges).toContainText('user:ann client:portal-web');
  const issued = exchanges.getByRole('option', { name: /POST.*\/as\/token\.oauth2/ });
  await issued.click();
  const shown = exchanges.getByRole('region', { name: words.activity.detail, exact: true });
  await expect(shown).toContainText('grant_type');
  await expect(shown).toContainText('"access_token": "••••••••"');
  await expectSound(page);
  expect(await unfitAtEveryWidth(page, 'Exchanges of live tokens')).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  await issued.focus();
  await page.keyboard.press('c');
  await expect(app.toast(/^cURL copied/)).toBeVisible();
  expect(await copied(page)).toMatch(/^curl [\s\S]*\/as\/token\.oauth2/);
  await page.keyboard.press('v');
  await expect(shown).not.toContainText('"access_token": "••••••••"');
  await page.keyboard.press('v');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('d');
  await expect(comparisonOf(page)).toContainText(/200[\s\S]*303/);
  await page.keyboard.press('Escape');
  await issued.click({ button: 'right' });
  await expectActs(page, ['Send again', 'Pin', 'Show in Activity', 'Show in Flows']);
  await page.keyboard.press('Escape');
  await issued.focus();
  await page.keyboard.press('e');
  await expect(flows.held).toContainText(words.flowHeld.beforeSending);

  await app.goTo('Identity');
  await exchanges.getByRole('button', { name: words.exchange.acts.activity, exact: true }).click();
  await expect(new ActivityScreen(page).filter).toHaveValue('user:ann client:portal-web');
});

test.describe('in German', () => {
  test.use({ locale: 'de-AT' });

  test('the exchanges of live tokens have their bar', async ({ host, page, problems }) => {
    await page.goto(host.ui);
    await page.getByRole('link', { name: 'Abläufe' }).click();
    await page.getByRole('button', { name: /Ablauf$/ }).click();
    await page.getByRole('option', { name: /Client credentials/i }).click();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('listbox', { name: /Läufe/ }).getByRole('option').first()).toContainText(
      'BESTANDEN',
    );
    await page.getByRole('link', { name: 'Identität' }).click();
    await page.getByRole('tab', { name: 'Aktive Tokens' }).click();
    await page.getByRole('row', { name: /^[\w-]+ Client/ }).click();
    await page.getByRole('button', { name: 'Austausche anzeigen' }).click();
    const exchanges = page.getByRole('region', { name: 'Austausche dieser Zeile', exact: true });
    await exchanges.getByRole('option').first().click();
    await expect(exchanges.getByRole('button', { name: 'Ändern und senden' })).toBeVisible();
    await expectSound(page);
    expect(await unfitAtEveryWidth(page, 'Austausche')).toEqual([]);
    expect(problems).toEqual([]);
  });
});

test('each value of a live token is copied', async ({ app, flows, page, identity }) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await identity.open('Active tokens');
  await identity.row(/^ann user/).click();
  const detail = page.getByRole('region', { name: words.liveTokens.chosen });
  await detail.getByRole('button', { name: 'Copy User' }).click();
  await expect(app.toast('User copied')).toBeVisible();
  expect(await copied(page)).toBe('ann');
  await detail.getByRole('button', { name: 'Copy Last used' }).click();
  await expect(app.toast('Last used copied')).toBeVisible();
  expect(await copied(page)).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  // Words are no value.
  await expect(detail.getByText(/^\d of \d$/)).toBeVisible();
  await expect(detail.getByRole('button', { name: 'Copy Tokens' })).toHaveCount(0);
});

test('the request of a page has the same menu and keys while pages are walked through', async ({
  app,
  page,
  studio,
}) => {
  await studio.open('hr');
  await studio.show('Pages');
  await studio.preview.getByRole('button', { name: words.connectors.pages.walk }).click();
  const pages = page.getByRole('list', { name: 'Pages' });
  await pages.getByRole('button', { name: /1$/ }).first().click();
  const request = pages.getByRole('article').first();
  await request.getByRole('button', { name: words.exchange.acts.title }).click();
  await expectActs(page, ['Pin', 'Show in Activity']);
  await menuOf(page).getByRole('menuitem', { name: words.exchange.acts.url }).click();
  await expect(app.toast('URL copied')).toBeVisible();
  expect(await copied(page)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/hr\/v1\/users/);
  await request.locator('header').click();
  await page.keyboard.press('c');
  await expect(app.toast('cURL copied')).toBeVisible();
  expect(await copied(page)).toMatch(/^curl /);
});
