import { readFileSync } from 'node:fs';
import { AttackScreen, cases, runMillis } from '../support/attacks-screen.ts';
import { pressOnceNamed } from '../support/press-once-named.ts';
import { expect, test } from '../support/web.ts';

import { expectAccessible, expectNoSidewaysScrolling, expectSound } from '../support/web-checks.ts';
import { FlowScreen } from '../support/web-flow.ts';
import { words } from '../support/words.ts';

test.slow();

test('a weakness lets its attack through: expected and actual, the exchanges, the run, the report', async ({
  flows,
  page,
  attacks: screen,
}) => {
  await screen.choose('Profile', 'training');
  await page.getByRole('button', { name: /^Weaknesses/ }).click();
  const picker = page.getByRole('dialog');
  await picker.getByRole('searchbox').fill('code-reusable');
  await picker.getByRole('checkbox').check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Weaknesses/ })).toContainText('1 weakness');
  await screen.tick('AC-01');
  await screen.runChosen(1);
  await expect(screen.case('AC-01')).toContainText('FAILED', { timeout: runMillis });

  await screen.case('AC-01').click();
  await expect(screen.detail.getByText('Anyone who finds the code in a log')).toBeVisible();
  await expect(screen.detail.getByRole('link', { name: 'RFC 6749 §4.1.2' })).toHaveAttribute(
    'href',
    'https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2',
  );
  await expect(screen.detail.getByRole('link', { name: 'CWE-294' })).toHaveAttribute(
    'href',
    'https://cwe.mitre.org/data/definitions/294.html',
  );
  const broken = screen.detail.getByRole('row').filter({ hasText: 'not met' }).first();
  await expect(broken.getByRole('cell').nth(2)).toContainText('invalid_grant');
  await expect(broken.getByRole('cell').nth(3)).toContainText('200');
  await expectSound(page);

  await screen.detail.getByRole('button', { name: words.attacks.diff }).click();
  const compared = screen.detail.getByRole('region', { name: words.diff.titleExchanges });
  await expect(compared.locator('.compare-bar')).toContainText(/A.*Control.*B.*Mutant/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The code works a second time: what came is the same but for what is made anew.
  await expect(compared.getByRole('status')).toHaveText('No differences');
  await expect(compared.getByRole('region', { name: 'Response', exact: true })).toContainText(
    /New each time\s*access_token/,
  );
  await page.keyboard.press('Escape');
  await expect(compared).toHaveCount(0);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: words.attacks.report }).click();
  await page.getByRole('menuitem', { name: words.attacks.formats.sarif }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.sarif$/);
  const log = JSON.parse(readFileSync(await file.path(), 'utf8'));
  expect(log.version).toBe('2.1.0');
  expect(log.runs[0].results).toMatchObject([{ ruleId: 'AC-01', level: 'error' }]);

  await screen.detail.getByRole('button', { name: words.attacks.openMutant }).click();
  await expect(page.getByRole('listbox', { name: /^Steps of run/ })).toBeVisible();
  await expect(flows.runs.getByRole('option').first()).toContainText(words.runs.states.paused);
  const [token, replay] = [flows.tokenStep.first(), flows.tokenStep.nth(1)];
  await expect(replay).toContainText('not reached');
  await flows.stepOn();
  await expect(token).toContainText('paused');
  await flows.stepOn();
  await expect(token).toContainText('200');
  await flows.stepOn();
  await expect(replay).toContainText('200');

  // The way back finds everything as it was.
  await screen.open();
  await expect(screen.case('AC-01')).toContainText('FAILED');
  await expect(broken).toBeVisible();
});

test('a case is found by the name that testers use for it, from the palette', async ({ app, page }) => {
  await page.setViewportSize({ width: 800, height: 800 });
  await app.find('clickjacking', 'UI-01');
  await page.keyboard.press('Enter');
  const screen = new AttackScreen(page);
  await expect(screen.detail.getByRole('link', { name: 'CWE-1021' })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await app.find('xsw', 'SA-09');
  await page.keyboard.press('Enter');
  await expect(screen.detail.getByRole('heading', { name: /^SA-09/ })).toBeVisible();
  await expect(screen.case('SA-09')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('searchbox', { name: words.attacks.filterText }).fill('dns rebinding');
  await expect(screen.tree.locator('[aria-level="2"]')).toHaveCount(2);
  await expect(screen.case('XC-04')).toBeVisible();
  await expect(screen.case('AG-24')).toBeVisible();
  await expectSound(page);
});

test('a link to a case that is not there says so, and shows the catalogue', async ({ app, page }) => {
  await app.find('gatehouse://flows/attack?case=XX-99', words.palette.openLink(''));
  await page.keyboard.press('Enter');
  await expect(app.toast(words.attacks.noCase('XX-99'))).toBeVisible();
  await expect(new AttackScreen(page).case('AC-01')).toBeVisible();
});

test('by keys alone: find a case, tick it, run it, read what came, open its exchange', async ({
  page,
  problems,
  attacks: screen,
}) => {
  await page.getByRole('searchbox', { name: words.attacks.filterText }).focus();
  await page.keyboard.type('AC-0');
  await expect(screen.case('AC-03')).toBeVisible();
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab');
  const group = screen.tree.getByRole('treeitem', { name: /^D / });
  await expect(group).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  await expect(screen.case('AC-01')).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(screen.case('AC-01')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await expect(screen.case('AC-02')).toHaveAttribute('aria-checked', 'true');
  await expect(group).toHaveAttribute('aria-checked', 'mixed');
  // The menu of a line has what its keys do, and more.
  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu', { name: words.attacks.rowActs });
  await expect(menu.getByRole('menuitem')).toHaveText([
    /^Run this case/,
    /^Open case/,
    /^Deselect/,
    /^Select only this case/,
    /^Copy ID/,
  ]);
  await page.keyboard.press('Escape');
  await expect(screen.case('AC-02')).toBeFocused();
  await screen.case('AC-03').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Select only this case' }).click();
  await expect(screen.case('AC-02')).toHaveAttribute('aria-checked', 'false');
  await screen.case('AC-02').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Select only this case' }).click();
  await expect(screen.case('AC-03')).toHaveAttribute('aria-checked', 'false');
  await screen.case('AC-02').focus();
  await page.keyboard.press('Enter');
  await expect(screen.case('AC-02')).toHaveAttribute('aria-selected', 'true');
  await expect(screen.detail).toContainText(words.attacks.notRunYet);
  await page.keyboard.press('F5');
  await expect(screen.case('AC-02')).toContainText(/PASSED|FAILED/, { timeout: runMillis });
  const exchange = screen.detail.getByRole('button', { name: /^(GET|POST) / }).first();
  await exchange.focus();
  await page.keyboard.press('Enter');
  await expect(exchange).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('region', { name: words.attacks.exchange, exact: true })).toBeVisible();
  expect(problems).toEqual([]);
});

test('the catalogue, a result and the weaknesses have no barriers, wide and narrow', {
  tag: '@long',
}, async ({ page, attacks: screen }) => {
  await expectAccessible(page);
  await screen.choose('Profile', 'training');
  await page.getByRole('button', { name: /^Weaknesses/ }).click();
  await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await screen.choose('Profile', 'product');
  await screen.choose('Group', /^D /);
  await screen.tree.getByRole('treeitem', { name: /^D / }).locator('[data-part=tick]').click();
  await screen.runChosen(11);
  await expect(page.getByText(words.attacks.states.done, { exact: true })).toBeVisible({
    timeout: runMillis,
  });
  await screen.case('AC-02').click();
  await expect(screen.detail.getByRole('table').first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
  await page.setViewportSize({ width: 800, height: 900 });
  await expect(page.getByRole('tab', { name: words.attacks.catalogue })).toBeVisible();
  await expectAccessible(page);
  await screen.case('AC-03').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^AC-03/ })).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
});

test('the hosted server may be stopped, and a run cancelled: what came so far stays', {
  tag: '@long',
}, async ({ flows, page }) => {
  const panel = await flows.openPanel(/^AS \d+/);
  await panel.getByRole('button', { name: words.status.stop }).click();
  await expect(panel.getByRole('button', { name: words.status.start })).toBeVisible();
  await page.keyboard.press('Escape');
  const screen = new AttackScreen(flows.page);
  await screen.open();
  const pressed = await pressOnceNamed(page.locator('.toolbar'), words.attacks.cancel);
  await page.keyboard.press('Control+Enter');
  // The second click of a double click is none on Cancel.
  await pressed();
  await expect(screen.case('RU-01')).toContainText('PASSED');
  await page.getByRole('button', { name: words.attacks.cancel, exact: true }).click();
  await expect(page.getByText(words.attacks.states.cancelled, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: words.attacks.report })).toBeVisible();
  await expect(screen.case('RU-01')).toContainText('PASSED');
  expect(await screen.found(/PASSED|FAILED|WARNING|REVIEW|SKIPPED/).count()).toBeLessThan(cases);

  // Further runs are beside it, not in place of it.
  await screen.tick('RU-02');
  await screen.runChosen(1);
  await expect(page.getByText(words.attacks.states.done, { exact: true })).toBeVisible({
    timeout: runMillis,
  });
  await expect(screen.case('RU-01')).not.toContainText('PASSED');
  await screen.choose('Run', new RegExp(`${cases} cases`));
  await expect(screen.case('RU-01')).toContainText('PASSED');
});

test('a catalogue that cannot be read says so, and is read again', { tag: '@long' }, async ({
  host,
  page,
}) => {
  let isBroken = true;
  await page.routeWebSocket('**/rpc/socket', (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const text = message.toString();
      server.send(isBroken ? text.replace('/attacks/catalogue', '/attacks/no-catalogue') : message);
    });
  });
  const flows = new FlowScreen(page);
  await flows.open(host.ui);
  await page.getByRole('radio', { name: 'Attack', exact: true }).check({ force: true });
  const note = page.getByRole('alert');
  await expect(note).toContainText('The engine did not answer this call', { timeout: 120_000 });
  await expectAccessible(page);
  isBroken = false;
  await note.getByRole('button', { name: words.common.retry }).click();
  await expect(new AttackScreen(page).case('AC-01')).toBeVisible();
  await expect(note).toBeHidden();
});

test.describe('another server that is not on this machine', () => {
  test.use({
    workspace: {
      'targets/staging.json': {
        display_name: 'Staging',
        issuer: 'https://staging.example.com',
      },
    },
  });

  test('is attacked only after its host was typed', async ({ page, attacks: screen }) => {
    await screen.choose('Server', 'Staging');
    await expect(page.getByRole('button', { name: /Profile$/ })).toBeHidden();
    await screen.runAll.click();
    const dialog = page.getByRole('dialog', { name: 'Attack Staging?' });
    await dialog.getByRole('textbox').fill('staging');
    await expect(dialog.getByRole('button', { name: words.attacks.confirmAct })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await dialog.getByRole('textbox').fill('staging.example.com');
    await expect(dialog.getByRole('button', { name: words.attacks.confirmAct })).not.toHaveAttribute(
      'aria-disabled',
    );
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
});

test('a case is run from its row, and the tab says Attack', async ({ app, page, attacks: screen }) => {
  await expect(app.tabs().filter({ hasText: 'Attack' })).toHaveCount(1);
  const row = screen.case('RU-02');
  await row.hover();
  await row.getByTitle('Run case RU-02').click();
  await expect(row).toContainText('PASSED');
  await expect(page.getByRole('heading', { name: /^RU-02/ })).toBeVisible();
});
