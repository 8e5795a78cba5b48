import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/web.ts';

import { words } from '../support/words.ts';

test.use({ viewport: { width: 1440, height: 900 } });
// Every story begins in the opened window.
test.beforeEach(({ app: _opened }) => undefined);

test('a client is designed: who it is, when it sends, what it does after a 429', async ({
  host,
  page,
  lab,
}) => {
  await lab.traffic.getByRole('button', { name: words.throttle.results.columns.client, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.traffic.columns.user).fill('nightly');
  await dialog.getByLabel(words.traffic.dialog.count).fill('3');
  await dialog.getByRole('button', { name: words.traffic.dialog.addAttribute }).click();
  await dialog.getByLabel('Name 1').fill('mail');
  await dialog.getByLabel('Name 1').press('Tab');
  await dialog.getByLabel('Value of mail').fill('nightly-{n}@example.com');
  await lab.choose(dialog, 'Pattern 1', 'burst');
  await dialog.getByRole('group', { name: 'Pattern 1' }).getByLabel('requests').fill('7');
  await dialog.getByRole('group', { name: 'Pattern 1' }).getByLabel('at', { exact: true }).fill('2.5');
  await dialog.getByRole('button', { name: words.traffic.dialog.addPattern }).click();
  await lab.choose(dialog, 'Pattern 2', 'stages');
  await dialog.getByRole('group', { name: 'Stage 1' }).getByLabel('per second').fill('4');
  await lab.choose(dialog, 'On 429', /^backs off/);
  await dialog.getByLabel('times').fill('3');
  await dialog.getByRole('button', { name: words.traffic.dialog.done }).click();
  const row = lab.traffic.getByRole('row', { name: /nightly/ });
  await expect(row).toContainText('7 at 2.5');
  await expect(row).toContainText('2 stages');
  await expect(row).toContainText('backs off');

  await page.keyboard.press('Control+s');
  const file = join(host.workspaceDir, 'traffic/three-statuses.json');
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('nightly');
  const saved = JSON.parse(readFileSync(file, 'utf8'));
  expect(saved.clients.at(-1)).toMatchObject({
    id: 'nightly',
    count: 3,
    attributes: { mail: 'nightly-{n}@example.com' },
    patterns: [
      { kind: 'burst', atSeconds: 2.5, requests: 7 },
      {
        kind: 'stages',
        stages: [
          { durationSeconds: 10, perSecond: 4 },
          { durationSeconds: 10, perSecond: 0 },
        ],
      },
    ],
    on429: { kind: 'back-off', initialSeconds: 1, factor: 3, maximumSeconds: 30, maximumRetries: 3 },
  });
});

test('a client is removed with its changes, and brought back', { tag: '@long' }, async ({ page, lab }) => {
  await lab.traffic.getByRole('button', { name: 'Edit bob' }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.traffic.dialog.removeClient }).click();
  await expect(lab.traffic.getByRole('row', { name: /bob/ })).toHaveCount(0);
  await expect(lab.traffic.getByRole('list', { name: words.traffic.changes })).toHaveCount(0);
  await page.getByRole('status').getByRole('button', { name: words.throttle.undo }).click();
  await expect(lab.traffic.getByRole('row', { name: /bob/ })).toBeVisible();
  await expect(lab.traffic.getByRole('list', { name: words.traffic.changes })).toContainText('bob');
});

test('a change of status is moved by keys on the chart, and taken away there', async ({ page, lab }) => {
  await lab.simulate();
  const marker = page.getByRole('slider', { name: 'bob changes to gold' });
  await marker.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(marker).toHaveAttribute('aria-valuenow', '39.9');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(marker).toHaveAttribute('aria-valuenow', '40.9');
  await expect(lab.traffic.getByLabel('Change time of bob')).toHaveValue('40.9');
  await lab.traffic.getByLabel('New status of bob').fill('bronze');
  await page.getByRole('slider', { name: 'bob changes to bronze' }).focus();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('slider', { name: /bob changes to/ })).toHaveCount(0);
  // One step for the removal, one for the new status, one for both moves.
  await page.getByRole('button', { name: words.throttle.undo, exact: true }).click();
  await expect(page.getByRole('slider', { name: 'bob changes to bronze' })).toBeVisible();
  await page.getByRole('button', { name: words.throttle.undo, exact: true }).click();
  await page.getByRole('button', { name: words.throttle.undo, exact: true }).click();
  await expect(marker).toHaveAttribute('aria-valuenow', '40');
});

test('a burst and a change are put where the cursor of the charts stands', { tag: '@long' }, async ({
  page,
  lab,
}) => {
  await lab.simulate();
  await lab.cursor.focus();
  await page.keyboard.press('Home');
  await lab.stepCursor('ArrowRight', 5);
  await expect(lab.cursor).toHaveAttribute('aria-valuetext', /^5\.00/);
  await lab.traffic.getByRole('button', { name: words.traffic.burst }).click();
  await expect(lab.traffic.getByRole('row', { name: /ann/ })).toContainText('5 at 5');
  await lab.traffic.getByRole('button', { name: words.traffic.change, exact: true }).click();
  await expect(lab.traffic.getByLabel('Change time of ann')).toHaveValue('5');
});

test('traffic without a file is begun from the statuses of the policy', { tag: '@long' }, async ({
  host,
  page,
  lab,
}) => {
  await lab.traffic.getByRole('button', { name: words.traffic.more }).click();
  await page.getByRole('menuitem', { name: words.traffic.create }).click();
  const dialog = page.getByRole('dialog', { name: words.traffic.create });
  await dialog.getByLabel(words.throttle.newRouteName).fill('mine');
  await dialog.getByRole('button', { name: words.traffic.createAct }).click();
  await expect(lab.traffic.getByRole('row', { name: /gold-user/ })).toBeVisible();
  await expect(lab.traffic.getByRole('row', { name: /bronze-user/ })).toBeVisible();
  const saved = JSON.parse(readFileSync(join(host.workspaceDir, 'traffic/mine.json'), 'utf8'));
  expect(saved.clients.map(({ attributes }: { attributes: unknown }) => attributes)).toContainEqual({
    mail: 'silver@example.com',
    status: 'silver',
  });
});

test('duration and request of the traffic are changed', { tag: '@long' }, async ({ page, lab }) => {
  await lab.traffic.getByRole('button', { name: words.traffic.more }).click();
  await page.getByRole('menuitem', { name: words.traffic.settings }).click();
  const dialog = page.getByRole('dialog', { name: words.traffic.settingsTitle });
  await dialog.getByLabel(words.throttle.policy.columns.duration).fill('86400');
  await dialog.getByRole('button', { name: words.traffic.dialog.done }).click();
  await expect(page.getByRole('button', { name: /^Simulate 1 d/ }).first()).toBeVisible();
  await lab.simulate();
  await expect(page.getByRole('region', { name: 'Requests per 1\u00a0min' })).toBeVisible();
});

test('undo goes no further back than to the file, and redo comes forth again', { tag: '@long' }, async ({
  page,
  lab,
}) => {
  await lab.traffic.getByRole('button', { name: 'Edit bob' }).click();
  const dialog = page.getByRole('dialog');
  const id = dialog.getByLabel(words.traffic.columns.user, { exact: true });
  await id.fill('');
  await expect(dialog).toContainText(words.traffic.dialog.idProblems.empty);
  await id.pressSequentially('robert');
  await dialog.getByRole('button', { name: words.traffic.dialog.done }).click();
  await expect(lab.traffic.getByRole('row', { name: /robert/ })).toBeVisible();
  const undo = page.getByRole('button', { name: words.throttle.undo, exact: true });
  for (let press = 0; press < 4; press += 1) await undo.click();
  await expect(lab.traffic.getByRole('row', { name: /robert/ })).toHaveCount(0);
  await expect(lab.traffic.getByRole('row', { name: /bob/ })).toBeVisible();
  await page.getByRole('button', { name: words.throttle.redo, exact: true }).click();
  await expect(lab.traffic.getByRole('row', { name: /robert/ })).toBeVisible();
});
