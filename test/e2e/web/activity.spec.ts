import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { ActivityScreen, makeExchanges } from '../support/activity-screen.ts';
import { AttackScreen } from '../support/attacks-screen.ts';
import { expect, type Fixtures, test } from '../support/web.ts';

import { expectAccessible, expectNoSidewaysScrolling } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

type Stage = Pick<Fixtures, 'app' | 'flows'> & { readonly page: Page };

/** Runs a flow, whose eight exchanges then stand in the log. */
async function logOfOneRun({ app, flows, page }: Stage): Promise<ActivityScreen> {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await app.goTo('Activity');
  const log = new ActivityScreen(page);
  await log.expectCount(8);
  return log;
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('an exchange stands where it arrived, and says which time the moved clock of the services showed', async ({
  app,
  flows,
  page,
}) => {
  await flows.choose('Client', 'portal-web');
  await flows.moveClockAnHour();
  const log = await logOfOneRun({ app, flows, page });
  const millisOfDay = (text: string) => Date.parse(`1970-01-01T${text}Z`);
  const now = (await page.evaluate(() => new Date().toTimeString())).slice(0, 8);
  const arrived = (await log.rows.first().innerText()).match(/\d\d:\d\d:\d\d\.\d{3}/)?.[0] ?? '';
  const apartMillis = (millisOfDay(now) - millisOfDay(arrived) + 86_400_000) % 86_400_000;
  expect(apartMillis).toBeLessThan(60_000);
  await log.rows.first().click();
  await expect(log.detail).toContainText('Service clock:');
});

test('the log is filtered with what it suggests, and gone through with the keyboard alone', async ({
  flows,
  page,
}) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  const log = new ActivityScreen(page);
  await page.keyboard.press('Alt+8');
  await log.expectCount(8);
  await log.grid.focus();
  await page.keyboard.press('/');
  await expect(log.filter).toBeFocused();
  await page.keyboard.type('cli');
  const suggestions = page.getByRole('listbox', { name: words.activity.suggestions });
  await expect(suggestions.getByRole('option').first()).toContainText('client:');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(log.filter).toHaveValue('-source:attacks client:');
  await suggestions.getByRole('option', { name: 'portal-web' }).click();
  await expect(log.filter).toHaveValue(/^-source:attacks client:portal-web\s?$/);
  await expect(log.rows.first()).toContainText('portal-web');
  await log.filter.fill('status:banana');
  await expect(log.filter).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('.suggest-error')).toContainText(/status/);
  await log.filter.fill('method:DELETE');
  await expect(page.getByRole('heading', { name: words.activity.noMatchTitle })).toBeVisible();
  await page.getByRole('button', { name: words.activity.clear }).click();
  await log.expectCount(8);

  await log.grid.focus();
  await page.keyboard.press('Home');
  await expect(log.selected).toHaveText([/Flow\s*AS\s*GET\/as\/authorization/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(log.selected).toHaveCount(3);
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByRole('status').filter({ hasText: '3 exchanges pinned' })).toBeVisible();
  await expect(log.row('pinned')).toHaveCount(3);
  await page.keyboard.press('Control+z');
  await expect(log.row('pinned')).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(log.selected).toHaveCount(1);
  await expect(log.selected).toHaveAttribute('aria-rowindex', '9');
});

test('an exchange is looked at from both sides, sent again, compared, marked and linked to', async ({
  app,
  flows,
  page,
  activity: log,
}) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await app.goTo('Activity');
  const token = log.row(/AS\s*POST\s*\/as\/token\.oauth2/).first();
  await token.click();
  await expect(log.detail.getByRole('region', { name: words.exchange.traceRegion })).toContainText(
    'code_verifier matches the challenge',
  );
  await expect(log.detail.getByRole('region', { name: words.exchange.requestRegion })).toContainText(
    'code_verifier',
  );
  await log.detail.getByRole('button', { name: words.exchange.acts.title }).click();
  await page.getByRole('menuitem', { name: words.exchange.acts.link }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/^gatehouse:\/\/x\//);

  await log.detail.getByText(/^Related \d+$/).click();
  await expect(
    log.detail.getByRole('listbox', { name: words.activity.related }).getByRole('option'),
  ).not.toHaveCount(0);
  await log.detail.getByText(words.activity.both).click();
  await log.detail.getByRole('button', { name: words.exchange.acts.replay }).click();
  await expect(app.toast(words.activity.chips.source.resent)).toBeVisible();
  await log.expectCount(9);
  await expect(log.detail.getByRole('region', { name: words.exchange.responseRegion })).toContainText(
    '"error": "invalid_grant"',
  );
  await log.detail.getByRole('button', { name: words.exchange.acts.compare, exact: true }).click();
  await expect(
    log.comparison.getByRole('region', { name: words.exchange.response, exact: true }),
  ).toContainText('A200B400');
  await log.comparison.getByRole('button', { name: words.common.close }).click();
  await log.detail.getByRole('button', { name: words.activity.finding }).click();
  await page.getByRole('textbox', { name: words.activity.findingNote }).fill('A code works once');
  await page.getByRole('button', { name: words.activity.findingAct, exact: true }).click();
  await expect(log.detail).toContainText('A code works once');

  await log.filter.fill('is:finding');
  await log.expectCount(1);
  await page.getByRole('button', { name: words.activity.saved }).click();
  await page.getByRole('button', { name: words.activity.save }).click();
  await page.getByRole('textbox', { name: words.activity.saveName }).fill('What I found');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: words.activity.saveTitle })).toBeHidden();
  await app.goTo('Home');
  await app.find(link, `Open ${link}`);
  await page.keyboard.press('Enter');
  await expect(log.detail.getByRole('region', { name: words.exchange.traceRegion })).toContainText(
    'code_verifier matches the challenge',
  );
  await page.getByRole('button', { name: words.activity.saved }).click();
  await page.getByRole('button', { name: 'What I found', exact: true }).click();
  await expect(log.filter).toHaveValue('is:finding');
});

test('the end is followed until a person scrolls away, and what matches leaves as HAR and comes back', {
  tag: '@long',
}, async ({ app, host, page, activity: log }) => {
  const server = host.services['authorizationServer'] ?? '';
  await app.goTo('Activity');
  await expect(page.getByRole('heading', { name: words.activity.emptyTitle })).toBeVisible();
  await makeExchanges(server, 60);
  await log.expectCount(60);
  await expect(log.row('n=59')).toBeInViewport();
  await log.grid.focus();
  await page.keyboard.press('Home');
  await expect(log.row('n=0')).toBeInViewport();
  await makeExchanges(server, 3, '/also-not-here');
  await page.getByRole('button', { name: '3 new' }).click();
  await expect(log.row('/also-not-here?n=2')).toBeInViewport();

  await log.filter.fill('path:/also-not-here');
  await log.expectCount(3);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: words.activity.more }).click();
  await page.getByRole('menuitem', { name: words.activity.exportMatching }).click();
  const saved = await download;
  expect(JSON.parse(readFileSync(await saved.path(), 'utf8')).log.entries).toHaveLength(3);
  await expect(app.toast('3 exchanges exported')).toBeVisible();
  await page.getByLabel(words.activity.importFile).setInputFiles(await saved.path());
  await log.expectCount(6);
  await log.filter.fill('path:/also-not-here svc:imported');
  await log.expectCount(3);
});

test('a request that is pasted is opened in Flows and sent; beyond this machine its host is typed first', async ({
  app,
  flows,
  host,
  page,
  problems,
  activity: log,
}) => {
  const server = host.services['authorizationServer'] ?? '';
  await app.goTo('Activity');
  const paste = async (text: string) => {
    await page.getByRole('button', { name: words.activity.more }).click();
    await page.getByRole('menuitem', { name: words.activity.pasteRequest }).click();
    const dialog = page.getByRole('dialog', { name: words.activity.pasteTitle });
    await dialog.getByRole('textbox', { name: words.activity.pasteLabel }).fill(text);
    await dialog.getByRole('button', { name: words.activity.pasteAct }).click();
    return dialog;
  };
  const refused = await paste('GET / HTTP/1.1\nnonsense\n');
  await expect(refused.getByRole('alert')).toContainText('“nonsense” is not a header');
  await page.keyboard.press('Escape');

  await paste('GET /secret HTTP/1.1\nHost: api.example\nAuthorization: Bearer planted-token\n\n');
  await expect(log.selected).toContainText('/secret');
  await log.detail.getByRole('button', { name: words.exchange.acts.replay }).click();
  const confirm = page.getByRole('dialog', { name: 'Send to api.example?' });
  await expect(confirm.getByRole('button', { name: words.exchange.acts.replay })).toBeDisabled();
  await page.keyboard.press('Escape');

  await paste(`curl ${server}/as/token.oauth2 -u portal-web:portal-web-secret -d grant_type=nonsense`);
  await expect(log.selected).toContainText('/as/token.oauth2');
  await log.detail.getByRole('button', { name: words.exchange.acts.edit }).click();
  await expect(flows.held).toContainText(words.flowHeld.beforeSending);
  await expect(flows.field('grant_type')).toHaveValue('nonsense');
  await expect(flows.field('Authorization')).toHaveValue('Basic {{authorization}}');
  await flows.stepOn();
  await expect(flows.response).toContainText('unsupported_grant_type');
  expect(problems).toEqual([]);
});

test('both sides of an exchange are one row, counted by source and result; attacks stay out until asked for', async ({
  app,
  flows,
  page,
  activity: log,
}) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  const attacks = new AttackScreen(page);
  await attacks.open();
  await attacks.tick('AC-01');
  await attacks.runChosen(1);
  await expect(attacks.case('AC-01')).toContainText('PASSED', { timeout: 60_000 });
  // The wire is not about attacks either: its newest exchange is the last one of the flow.
  await expect(page.getByRole('region', { name: words.wire.title })).toContainText(
    /GET\/orders|POST\/as\/introspect/,
  );
  await app.goTo('Activity');
  await expect(log.filter).toHaveValue('-source:attacks');
  await log.expectCount(8);
  // Seven that the flow sent, and the question of the called API about its token.
  await expect(log.chip('Source', 'Flows')).toHaveText('Flows 7');
  await expect(log.chip('Source', 'Live')).toHaveText('Live 1');
  await expect(page.getByText(/^\d+ from attacks are hidden$/)).toBeVisible();
  const token = log.row('/as/token.oauth2').first();
  await expect(token).toContainText(/Flow\s*AS\s*POST/);
  await expect(token).toContainText(/ms \/ .*ms/);

  await log.chip('Source', 'Attacks').click();
  await expect(log.filter).toHaveValue('');
  await expect(page.getByText(/from attacks are hidden$/)).toHaveCount(0);
  await log.chip('Result', 'Rejected').click();
  await expect(log.filter).toHaveValue('is:refused');
  await expect(log.rows.first()).toContainText(words.activity.chips.source.attacks);
  // The rule that refused and the code of the wire; not the status in other words.
  await expect(log.row('invalid_grant').first()).toContainText(/Code|redirect_uri|code_verifier/);
  await expect(log.row('Bad Request')).toHaveCount(0);
  // Of a refusal, the rules before it are one line; it unfolds, and stays so for the next.
  await log.row('invalid_grant').first().click();
  const rules = log.detail.getByRole('region', { name: words.exchange.traceRegion });
  const fold = rules.getByRole('button', { name: /^\d+ rules passed/ });
  await expect(rules.getByText('Code is present')).toHaveCount(0);
  await fold.click();
  await expect(rules.getByText('Code is present')).toBeVisible();
  await fold.click();
  await expect(rules.getByText(/^Effect: /)).toBeInViewport({ ratio: 1 });
  await page.reload();
  await expect(log.filter).toHaveValue('is:refused');
  await expect(log.chip('Result', 'Rejected')).toHaveAttribute('aria-pressed', 'true');

  await log.filter.fill('source:flows');
  await log.expectCount(7);
  await expect(log.chip('Source', 'Live')).toHaveAttribute('aria-pressed', 'false');
  await token.click();
  await expect(log.detail.getByRole('region', { name: words.exchange.traceRegion })).toContainText(
    'Code is known',
  );
  const records = log.detail.getByRole('group', { name: words.exchange.recordedAt });
  await records.getByText(/^Client /).click();
  await expect(page).toHaveURL(/x=/);
  await expect(records.getByRole('radio', { name: /^Client / })).toBeChecked();
  await expect(log.selected).toContainText('/as/token.oauth2');
});

test('two exchanges are compared in place of one by two acts; differences are gone through by keys', async ({
  app,
  flows,
  page,
}) => {
  const log = await logOfOneRun({ app, flows, page });
  await log.row('/as/token.oauth2').first().click();
  // From one exchange to a comparison with another one.
  let acts = 0;
  const act = async (what: Promise<unknown>) => {
    await what;
    acts += 1;
  };
  await act(log.row('/orders').click({ modifiers: ['Control'] }));
  await expect(log.selected).toHaveCount(2);
  await act(page.keyboard.press('d'));
  await expect(log.comparison).toBeVisible();
  expect(acts).toBe(2);
  await expect(log.comparison.getByText(/^1 of \d+$/)).toBeVisible();
  await expect(log.comparison.locator('mark').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('n');
  await expect(log.comparison.getByText(/^2 of \d+$/)).toBeVisible();
  await page.keyboard.press('p');
  await page.keyboard.press('p');
  const last = log.comparison.getByRole('status');
  const [at, , count] = ((await last.textContent()) ?? '').split(' ');
  expect(at).toBe(count);
  await expect(log.comparison.locator('[aria-current]')).toBeInViewport();
  await page.setViewportSize({ width: 800, height: 900 });
  await expectNoSidewaysScrolling(page);
  await page.keyboard.press('Escape');
  await expect(log.comparison).toHaveCount(0);
  await expect(log.detail).toBeVisible();
  await page.getByRole('button', { name: words.activity.unmark }).click();
  await expect(log.selected).toHaveCount(1);

  await log.grid.focus();
  await page.keyboard.press('Home');
  await act(page.keyboard.press('a'));
  await page.keyboard.press('End');
  await act(page.keyboard.press('d'));
  await expect(log.comparison).toContainText('/as/authorization.oauth2');
  await log.comparison.getByRole('button', { name: words.diff.swap }).click();
  await expect(log.comparison.locator('.compare-bar')).toContainText(/A.*\/orders.*B.*\/as\/authorization/);
  expect(acts).toBe(4);
});

test('the menu of a row does what its keys do, under the pointer and at the menu key', async ({
  app,
  flows,
  page,
}) => {
  const log = await logOfOneRun({ app, flows, page });
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await log.row('/orders').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: words.exchange.acts.title });
  await expect(menu.getByRole('menuitem', { name: words.exchange.acts.compare })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await menu.getByRole('menuitem', { name: words.exchange.acts.url }).click();
  await expect(app.toast('URL copied')).toBeVisible();
  expect(await copied()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/orders$/);
  await expect(log.selected).toContainText('/orders');

  await log.grid.focus();
  await page.keyboard.press('c');
  await expect(app.toast('cURL copied')).toBeVisible();
  expect(await copied()).toMatch(/^curl /);
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+F10');
  await expect(menu).toBeVisible();
  await menu.getByRole('menuitem', { name: words.exchange.acts.mark }).click();
  await expect(page.getByText('A: GET /as/authorization.oauth2.')).toBeVisible();
  await log.row('/orders').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: words.exchange.acts.compare }).click();
  await expect(log.comparison).toBeVisible();
});
