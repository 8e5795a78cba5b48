import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { letDraftsBeKept } from '../support/keep.ts';
import { ThrottleLabScreen } from '../support/throttle-screen.ts';
import { expect, test } from '../support/web.ts';

import { words } from '../support/words.ts';

test.use({ viewport: { width: 1440, height: 900 } });
// Every story begins in the opened window.
test.beforeEach(({ app: _opened }) => undefined);

test('an API owner sees what a preset does to its traffic, and that every promise of it holds', async ({
  app,
  page,
  problems,
  lab,
}) => {
  await lab.addPreset('A rate for each status', 'statuses');
  await expect(app.tabs().filter({ hasText: 'Gold, silver, bronze' })).toBeVisible();
  await lab.simulate();
  await expect(lab.readout('Offered')).toHaveText('40');
  await expect(lab.readout('Allowed')).toHaveText('11');
  await expect(lab.readout('Rejected with 429')).toContainText('29');
  await expect(lab.expectations()).toHaveCount(4);
  await expect(lab.expectations().filter({ hasText: 'PASSED' })).toHaveCount(4);
  await expect(page.getByRole('img', { name: '40 requests: 11 allowed, 29 rejected' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'ann@example.com: 6 allowed, 4 rejected' })).toBeVisible();
  expect(problems).toEqual([]);
});

test('a rate is changed in the form, tried, undone, and then really applied', async ({ host, page, lab }) => {
  await lab.addPreset('A rate for each status', 'statuses');
  await lab.simulate();
  const file = join(host.workspaceDir, 'routes/21-statuses.json');
  const before = readFileSync(file, 'utf8');
  await lab.policy.getByLabel('Requests of gold').fill('9');
  await expect(lab.readout('Allowed')).toHaveText('14');
  await expect(lab.change('Allowed')).toHaveText('+3');
  // The preset's promise is not made for another policy.
  await expect(lab.expectations()).toHaveCount(0);
  expect(readFileSync(file, 'utf8')).toBe(before);

  await page.getByRole('button', { name: words.throttle.undo, exact: true }).click();
  await expect(lab.policy.getByLabel('Requests of gold')).toHaveValue('6');
  await page.getByRole('button', { name: words.throttle.redo, exact: true }).click();
  await expect(lab.policy.getByLabel('Requests of gold')).toHaveValue('9');

  await page.getByRole('button', { name: words.throttle.apply }).click();
  await expect.poll(() => readFileSync(file, 'utf8')).not.toBe(before);
  // One number is another one; nothing else of the file was touched.
  expect(readFileSync(file, 'utf8')).toBe(before.replace(/("gold": \{\s*"numberOfRequests": )6/, '$19'));
});

test('statuses are added, called otherwise and taken away', { tag: '@long' }, async ({ host, page, lab }) => {
  await lab.policy.getByRole('button', { name: words.throttle.policy.addStatus }).click();
  const added = lab.policy.getByLabel('Status status-1');
  await added.fill('platinum');
  await added.press('Enter');
  await lab.policy.getByLabel('Requests of platinum').fill('20');
  await lab.policy.getByLabel('Duration of platinum').fill('1 minute');
  await lab.policy.getByRole('button', { name: 'Remove bronze' }).click();
  await expect(lab.policy.getByLabel('Status bronze')).toHaveCount(0);
  await page.keyboard.press('Control+s');
  const file = join(host.workspaceDir, 'routes/10-orders.json');
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('platinum');
  const saved = JSON.parse(readFileSync(file, 'utf8'));
  const { config } = saved.handler.config.filters[1].config.throttlingRatePolicy;
  expect(config.throttlingRatesMapping).toEqual({
    gold: { numberOfRequests: 6, duration: '10 s' },
    silver: { numberOfRequests: 3, duration: '10 s' },
    platinum: { numberOfRequests: 20, duration: '1 minute' },
  });
});

test('a wrong expression is marked at its character, and completed by keys', { tag: '@long' }, async ({
  page,
  lab,
}) => {
  const group = lab.policy.getByRole('combobox', { name: words.throttle.policy.group });
  await group.fill('${contexts.oauht2.accessToken}');
  await expect(lab.policy).toContainText('Character 12');
  await expect(lab.policy.locator('.marked mark').first()).toHaveText('oauht2');
  await expect(lab.policy).toContainText('Did you mean “oauth2”?');

  await group.fill('');
  await group.pressSequentially('${contexts.cl');
  await expect(page.getByRole('option', { name: /^client/ })).toBeVisible();
  await group.press('ArrowDown');
  await group.press('Enter');
  await expect(group).toHaveValue('${contexts.client');
  await group.pressSequentially('.remoteAd');
  await group.press('ArrowDown');
  await group.press('Enter');
  await group.pressSequentially('}');
  await expect(group).toHaveValue('${contexts.client.remoteAddress}');
  await expect(lab.policy).not.toContainText('Character');
});

test('form and route JSON are one document with one way back', async ({ page, lab }) => {
  await lab.policy.getByLabel('Requests of silver').fill('4');
  await lab.view('Route JSON');
  const text = page.getByRole('textbox', { name: 'Route routes/10-orders.json' });
  await expect(lab.policy.locator('.view-line').first()).toBeVisible();
  await text.focus();
  await page.keyboard.press('Control+z');
  await lab.view('Form');
  await expect(lab.policy.getByLabel('Requests of silver')).toHaveValue('3');
  await lab.view('Route JSON');
  await expect(lab.policy.locator('.view-line').first()).toBeVisible();
  await text.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('oops');
  await lab.view('Form');
  await expect(lab.policy.getByText(words.throttle.brokenTitle)).toBeVisible();
  await page.getByRole('button', { name: words.throttle.undo, exact: true }).click();
  await expect(lab.policy.getByLabel('Requests of silver')).toHaveValue('3');
});

test('the order of the chain is changed by its buttons', { tag: '@long' }, async ({ host, page, lab }) => {
  const chain = lab.policy.getByRole('list', { name: words.throttle.policy.chainList });
  await expect(chain.getByRole('listitem')).toHaveText([/tokens/, /by-status/, /ReverseProxyHandler/]);
  await lab.policy.getByRole('button', { name: 'Move by-status up' }).click();
  await expect(chain.getByRole('listitem')).toHaveText([/by-status/, /tokens/, /ReverseProxyHandler/]);
  await page.keyboard.press('Control+s');
  const file = join(host.workspaceDir, 'routes/10-orders.json');
  await expect
    .poll(() =>
      JSON.parse(readFileSync(file, 'utf8')).handler.config.filters.map(({ name }: { name: string }) => name),
    )
    .toEqual(['by-status', 'tokens']);
});

test('a script gives the rate; what is wrong in it is said', { tag: '@long' }, async ({ page, lab }) => {
  await lab.addPreset('script', 'scripted');
  await lab.simulate();
  await expect(lab.expectations().filter({ hasText: 'PASSED' }).first()).toBeVisible();
  await expect(lab.expectations().filter({ hasText: 'FAILED' })).toHaveCount(0);
  await lab.view('Script');
  await expect(lab.policy.getByLabel('Value of rate')).toHaveValue('6');
  await lab.policy.getByLabel('Value of rate').fill('2');
  await lab.simulate();
  await expect(lab.readout('Allowed')).toHaveText('3');
  await lab.policy.getByRole('textbox', { name: words.throttle.policy.views.script }).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('while (true) {}\n');
  await lab.view('Form');
  await expect(lab.findings).toContainText('while');
});

test('a policy that cannot run is said where the results would be', async ({ page, lab }) => {
  await lab.policy.getByLabel('Duration of gold').fill('10 weeks');
  await page.keyboard.press('Control+Enter');
  await expect(lab.results.getByRole('alert')).toBeVisible();
  await expect(lab.policy.getByLabel('Duration of gold')).toHaveAttribute('aria-invalid', 'true');
  await expect(lab.findings).toContainText('weeks');
});

test('what somebody else did to the route meanwhile is brought together with the edits', {
  tag: '@long',
}, async ({ host, page, lab }) => {
  await lab.policy.getByLabel('Requests of gold').fill('7');
  const file = join(host.workspaceDir, 'routes/10-orders.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"numberOfRequests": 3', '"numberOfRequests": 4'));
  await expect(page.getByText(words.files.changedOutside)).toBeVisible();
  await page.getByRole('button', { name: words.throttle.apply }).click();
  const dialog = page.getByRole('dialog');
  // A list of filters is one thing: who wins is the person's to say.
  await dialog.getByRole('button', { name: words.merge.keepTheirs }).click();
  await dialog.getByRole('button', { name: words.merge.act }).click();
  await expect(lab.policy.getByLabel('Requests of silver')).toHaveValue('4');
  await expect(lab.policy.getByLabel('Requests of gold')).toHaveValue('6');
  await page.getByRole('button', { name: words.throttle.undo, exact: true }).click();
  await expect(lab.policy.getByLabel('Requests of gold')).toHaveValue('7');
});

test('edits of policy and traffic outlive the page', async ({ app, host, page, lab }) => {
  await lab.policy.getByLabel('Requests of gold').fill('8');
  await lab.traffic.getByLabel('Change time of bob').fill('33');
  await letDraftsBeKept(page);
  await host.kill();
  const link = await host.restart();
  await expect(page.getByRole('heading', { name: words.session.title })).toBeVisible();
  await app.open(link);
  await lab.open();
  await expect(lab.policy.getByLabel('Requests of gold')).toHaveValue('8');
  await expect(lab.traffic.getByLabel('Change time of bob')).toHaveValue('33');
});

test.describe('with a traffic file that is none', () => {
  test.use({ workspace: { 'traffic/three-statuses.json': { clients: 'nobody' } } });

  test('the policy is there all the same, with what is wrong', { tag: '@long' }, async ({ page, lab }) => {
    await expect(page.getByRole('alert')).toContainText('traffic/three-statuses.json');
    await expect(lab.policy.getByLabel('Requests of gold')).toHaveValue('6');
    await page.getByRole('button', { name: words.traffic.openFile }).click();
    await expect(page.getByRole('textbox', { name: 'Text of traffic/three-statuses.json' })).toBeVisible();
  });
});

test.describe('in a workspace without routes', () => {
  test.use({
    workspace: { 'routes/10-orders.json': null, 'routes/15-mcp.json': null, 'routes/20-status.json': null },
  });

  test('with no route there is a first step, and it leads to a policy', { tag: '@long' }, async ({
    page,
  }) => {
    await page
      .getByRole('navigation', { name: words.nav.label })
      .getByRole('link', { name: words.throttle.title })
      .click();
    await expect(page.getByRole('heading', { name: words.throttle.emptyTitle })).toBeVisible();
    const lab = new ThrottleLabScreen(page);
    await lab.addPreset('A rate for each status', 'first');
    await expect(lab.policy.getByLabel('Requests of gold')).toHaveValue('6');
  });
});
