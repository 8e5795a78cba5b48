import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { IdentityScreen } from '../support/identity-screen.ts';
import { expect, test } from '../support/web.ts';
import { expectSound } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

test('what came of a run is expected of the next one, and what changed since is told', async ({
  app,
  flows,
  host,
  page,
}) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await page.getByRole('button', { name: words.runs.menu }).click();
  await page.getByRole('menuitem', { name: words.runs.save }).click();
  const dialog = page.getByRole('dialog', { name: 'Save run 1 as a flow file' });
  await dialog.getByRole('textbox', { name: words.savedFlows.name }).fill('sign-in-works');
  await dialog.getByRole('checkbox', { name: words.savedFlows.expect }).check({ force: true });
  await dialog.getByRole('button', { name: words.common.save }).click();
  await expect(page.getByText('Saved as flows/sign-in-works.json')).toBeVisible();
  const file = readFileSync(join(host.workspaceDir, 'flows/sign-in-works.json'), 'utf8');
  expect(file).toContain('"origin": "{{endpoint.token}}"');

  const row = page.getByRole('row', { name: /sign-in-works/ });
  const runSaved = async () => {
    await page.getByRole('button', { name: words.runs.menu }).click();
    await page.getByRole('menuitem', { name: words.runs.saved }).click();
    await page.getByRole('button', { name: words.flowTests.runAll }).click();
  };
  const expectations = page.getByRole('region', { name: words.expectations.title });
  await runSaved();
  await expect(row).toContainText('passed');
  await row.getByRole('button', { name: 'sign-in-works', exact: true }).click();
  await expect(expectations).toContainText(/^PASSED(\d) of \1 expectations met/);
  await expect(expectations.getByRole('table')).toHaveCount(0);
  await expectations.getByRole('button', { name: words.problems.filter }).click();
  await expect(expectations.getByRole('row').filter({ hasText: 'token_type' })).toContainText('met');

  // The server gives tokens for another time than before.
  await new IdentityScreen(app).open(words.identity.tabs.policy);
  const policy = page.getByRole('tabpanel', { name: words.identity.tabs.policy });
  await policy.getByRole('textbox', { name: words.server.accessTokenLifetimeSeconds }).fill('100');
  await page.keyboard.press('Enter');
  await app
    .toast(`${words.server.accessTokenLifetimeSeconds} saved`)
    .getByRole('button', { name: words.common.close })
    .click();
  await app.goTo('Flows');
  await page.getByRole('button', { name: words.flowTests.runAll }).click();
  await row.getByRole('button', { name: 'sign-in-works', exact: true }).click();
  await expect(row).toContainText('failed');
  const broken = expectations.getByRole('row').filter({ hasText: 'not met' });
  await expect(broken).toHaveCount(1);
  await expect(broken).toContainText('expires_in is 7200');
  await expect(broken).toContainText('expires_in is 100');
  await expectSound(page);

  // The results stay, each with its run; what did not pass is run again alone.
  await expect(row).toContainText('1 of 2 runs passed');
  const history = page.getByRole('region', { name: words.flowTests.columns.history });
  await expect(history.getByRole('row')).toHaveText([/Result/, /failed/, /passed/]);
  await page.getByRole('button', { name: words.flowTests.compare }).click();
  const compared = page.locator('.compare-bar');
  await expect(compared).toContainText(/A.*PASSED.*B.*FAILED/);
  await page.keyboard.press('Escape');
  await expect(compared).toHaveCount(0);
  await page.getByRole('button', { name: words.runs.menu }).click();
  await page.getByRole('menuitem', { name: words.runs.saved }).click();
  await row.getByRole('button', { name: 'sign-in-works', exact: true }).click();

  await page.getByRole('button', { name: words.flowTests.runFailed }).click();
  await expect(history.getByRole('row')).toHaveCount(4);
  await history
    .getByRole('button', { name: /^Open run/ })
    .first()
    .click();
  await expect(flows.runs.getByRole('option', { selected: true })).toContainText(words.runs.states.failed);
});

test('saved flows are told by their results, and run from the keyboard', async ({ flows, host, page }) => {
  const flow = (kind: string, clientId: string, more: object = {}) =>
    JSON.stringify({ kind, client_id: clientId, username: 'ann', options: {}, ...more });
  const write = (name: string, text: string) => writeFileSync(join(host.workspaceDir, 'flows', name), text);
  mkdirSync(join(host.workspaceDir, 'flows'), { recursive: true });
  write('mine.json', flow('code-pkce', 'portal-web'));
  write('refused.json', flow('code-pkce', 'portal-web', { expect: [{ check: 'end', is: 'refused' }] }));
  write('unknown.json', flow('code-pkce', 'nobody'));
  await page.getByRole('button', { name: words.runs.menu }).click();
  await page.getByRole('menuitem', { name: words.runs.saved }).click();
  const list = page.getByRole('table', { name: words.flowTests.title });
  await expect(list.getByRole('row')).toHaveCount(5);
  await page.keyboard.press('Control+Enter');
  const rowOf = (name: string) => list.getByRole('row').filter({ hasText: name });
  await expect(rowOf('unknown')).toContainText('not run');
  await expect(rowOf('mine')).toContainText('passed');
  await expect(rowOf('refused')).toContainText('failed');
  await expectSound(page);

  // A chip shows its flows alone, and Run runs these.
  await page.getByRole('button', { name: /^failed 1/ }).click();
  await expect(list.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Run 1 flow' }).click();
  await expect(rowOf('refused')).toContainText('0 of 2 runs passed');
  await page.getByRole('button', { name: /^failed 1/ }).click();

  await rowOf('unknown').getByRole('button', { name: 'unknown', exact: true }).click();
  const why = page.getByRole('region', { name: words.flowTests.why });
  await expect(why).toContainText('nobody');
  await rowOf('mine').getByRole('button', { name: 'Step through mine' }).click();
  await expect(flows.runs.getByRole('option', { selected: true })).toContainText('portal-web');
});

test('one value of a step is expected of the next run', async ({ flows, host, page }) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await flows.steps.filter({ hasText: 'POST /as/token' }).first().click();
  await page.keyboard.press('x');
  const dialog = page.getByRole('dialog', { name: /^Expectations for step \d+$/ });
  await dialog.getByRole('textbox', { name: words.expect.name }).fill('token-answer');
  await dialog.getByRole('checkbox', { name: words.expect.names.status }).check({ force: true });
  await dialog.getByRole('textbox', { name: words.expect.find }).fill('token_type');
  await dialog.getByRole('checkbox', { name: 'token_type' }).check({ force: true });
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Expect 2 values' }).click();
  await expect(page.getByText('2 expectations saved in flows/token-answer.json')).toBeVisible();
  const saved = JSON.parse(readFileSync(join(host.workspaceDir, 'flows/token-answer.json'), 'utf8'));
  expect(saved.expect).toEqual([
    { check: 'status', step: 'token', is: 200 },
    { check: 'json', step: 'token', members: { token_type: 'Bearer' } },
  ]);

  // In a run of the flow these are expected already, and others are added to its file.
  await page.getByRole('button', { name: words.runs.menu }).click();
  await page.getByRole('menuitem', { name: words.runs.saved }).click();
  await page
    .getByRole('row', { name: /token-answer/ })
    .getByRole('button', { name: 'Run token-answer' })
    .click();
  await expect(page.getByRole('row', { name: /token-answer/ })).toContainText('1 of 1 run passed');
  await page
    .getByRole('row', { name: /token-answer/ })
    .getByRole('button', { name: 'token-answer' })
    .first()
    .click();
  await page.getByRole('button', { name: /^Open run/ }).click();
  await flows.steps.filter({ hasText: 'POST /as/token' }).first().click();
  await page.keyboard.press('x');
  await expect(dialog).toContainText('Added to flows/token-answer.json.');
  await expect(dialog.getByRole('checkbox', { name: words.expect.names.status })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Cache-Control' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Expect 1 value' }).click();
  await expect(page.getByText('1 expectation saved in flows/token-answer.json')).toBeVisible();
});
