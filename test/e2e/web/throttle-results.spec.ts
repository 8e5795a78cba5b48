import { readFileSync } from 'node:fs';
import { expect, test } from '../support/web.ts';

import { words } from '../support/words.ts';

test.use({ viewport: { width: 1440, height: 900 } });
// Every story begins in the opened window.
test.beforeEach(({ app: _opened }) => undefined);

test('every decision is explained, one after the other, by buttons and by keys', async ({ page, lab }) => {
  await lab.addPreset('A rate for each status', 'statuses');
  await lab.simulate();
  await lab.cursor.focus();
  await page.keyboard.press('Home');
  // The group with the most refusals is the one that is looked at, and its first refusal what is told of the instant.
  await expect(lab.why).toContainText('429 Too Many Requests');
  await expect(lab.why).toContainText('The next token is due in 10');
  await expect(lab.why).toContainText('Retry-After: 10');
  await lab.why.getByRole('button', { name: words.throttle.commands.previous }).click();
  await expect(lab.why).toContainText('200 OK');
  await expect(lab.why).toContainText(words.throttle.why.bucketNew);
  await page.keyboard.press('Alt+ArrowDown');
  await expect(lab.why).toContainText('429 Too Many Requests');
});

test('the charts share one time: zoomed by drag, by keys, and shown whole again', async ({ page, lab }) => {
  await lab.simulate();
  const plot = lab.requests.locator('.chart-over');
  const box = await plot.boundingBox();
  if (box === null) throw new Error('The chart is not drawn.');
  await page.mouse.move(box.x + box.width * 0.25, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + 60, { steps: 4 });
  await page.mouse.up();
  const whole = page.getByRole('button', { name: words.throttle.results.whole });
  await expect(whole).not.toHaveAttribute('aria-disabled', 'true');
  await lab.cursor.focus();
  await page.keyboard.press('Home');
  await expect(lab.cursor).toHaveAttribute('aria-valuetext', /^1[45]\.\d+/);
  await page.keyboard.press('+');
  await page.keyboard.press('0');
  await expect(whole).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('End');
  // A request in the last piece, or the end where there is none.
  await expect(lab.cursor).toHaveAttribute('aria-valuenow', /^(59|60)/);
});

test('behind every chart there is a table', { tag: '@long' }, async ({ page, lab }) => {
  await lab.simulate();
  await lab.requests.getByRole('button', { name: words.throttle.results.table }).click();
  await expect(lab.requests.getByRole('grid').getByRole('columnheader')).toHaveText([
    words.throttle.results.time,
    words.throttle.results.offered,
    words.throttle.results.allowed,
    words.throttle.results.columns.refused,
    words.throttle.results.columns.limit,
  ]);
  await lab.level.getByRole('button', { name: words.throttle.results.table }).click();
  await expect(lab.level.getByRole('grid')).toContainText(words.throttle.results.columns.mean);
  for (const [lower, head] of [
    ['By group', 'Rejected share'],
    ['Heat map', 'ann@example.com'],
    ['Retry-After', 'p95'],
    ['Requests', 'Response'],
  ] as const) {
    await lab.show(lower);
    const part = page.getByRole('region', { name: lower, exact: true });
    await part.getByRole('button', { name: words.throttle.results.table }).click();
    await expect(part.getByRole('grid')).toContainText(head);
  }
});

test('a row of the table moves the cursor of the charts', async ({ page, lab }) => {
  await lab.simulate();
  await lab.requests.getByRole('button', { name: words.throttle.results.table }).click();
  await lab.requests.getByRole('grid').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(lab.cursor).toHaveAttribute('aria-valuetext', /^1\.\d\d/);
});

test('clients that wait get through, and how long they waited is shown', { tag: '@long' }, async ({
  page,
  lab,
}) => {
  await lab.simulate();
  await lab.show('Waiting');
  // Three tries at the same second as the others: nobody gets through.
  await expect(lab.results).toContainText('No retried request was allowed.');
  await lab.traffic.getByRole('button', { name: 'Edit ann' }).click();
  await lab.choose(page.getByRole('dialog'), 'On 429', /a random delay$/);
  await page.getByRole('dialog').getByLabel('retries').fill('20');
  await page.getByRole('dialog').getByRole('button', { name: words.traffic.dialog.done }).click();
  await lab.simulate();
  const waiting = page.getByRole('region', { name: words.throttle.results.lowerNames.waiting, exact: true });
  await expect(
    waiting.getByRole('table', { name: words.throttle.results.histogram }).getByRole('row').first(),
  ).toBeVisible();
  await expect(waiting).toContainText('p95');
});

test('two policies are compared on the same traffic', { tag: '@long' }, async ({ page, lab }) => {
  await lab.addPreset('A rate for each status', 'statuses');
  await lab.policy.getByLabel('Requests of gold').fill('10');
  await lab.simulate();
  await lab.show('Compare');
  await lab.choose(lab.results, 'Compare with', 'saved policy');
  await lab.simulate();
  await expect(page.getByRole('img', { name: 'The second policy allows 4 fewer' })).toBeVisible();
});

test('the result is taken along as JSON and as CSV', { tag: '@long' }, async ({ page, lab }) => {
  await lab.simulate();
  const saved = async (entry: string): Promise<string> => {
    const download = page.waitForEvent('download');
    await lab.results.getByRole('button', { name: words.throttle.results.export }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    return readFileSync(await (await download).path(), 'utf8');
  };
  const report = JSON.parse(await saved('JSON report'));
  expect(report.result.totals.offered).toBe(Number(await lab.readout('Offered').textContent()));
  expect(report.result.digest).toMatch(/\S/);
  const csv = await saved('CSV of all bins');
  expect(csv.split('\r\n')[0]).toContain('at_seconds,offered,accepted,refused');
  expect(csv.trim().split('\r\n')).toHaveLength(61);
});

test('a day of 10,000 clients is drawn, and a group is chosen within a frame', { tag: '@long' }, async ({
  page,
  lab,
}) => {
  await lab.traffic.getByRole('button', { name: words.traffic.more }).click();
  await page.getByRole('menuitem', { name: words.traffic.settings }).click();
  const settings = page.getByRole('dialog');
  await settings.getByLabel(words.throttle.policy.columns.duration).fill('86400');
  await settings.getByRole('button', { name: words.traffic.dialog.done }).click();
  await lab.traffic.getByRole('button', { name: 'Edit visitor' }).click();
  await page.getByRole('dialog').getByLabel(words.traffic.dialog.count).fill('10000');
  await page.getByRole('dialog').getByLabel('per second').fill('0.0005');
  await page.getByRole('dialog').getByRole('button', { name: words.traffic.dialog.done }).click();
  await page.keyboard.press('Control+Enter');
  await expect(lab.readout('Offered')).toContainText(',', { timeout: 120_000 });
  await expect(page.getByText(/Groups 1 to 24 of 10,00\d/)).toBeVisible();
  const groups = page.getByRole('list', { name: words.throttle.results.lowerNames.groups });
  const fastest = await groups.evaluate(async (list) => {
    const buttons = list.querySelectorAll('button');
    let min = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 20; round += 1) {
      const from = performance.now();
      buttons[1 + (round % 2)]?.click();
      await new Promise((resolve) => requestAnimationFrame(() => resolve(null)));
      min = Math.min(min, performance.now() - from);
    }
    return min;
  });
  await expect(groups.getByRole('button').nth(2)).toHaveAttribute('aria-pressed', 'true');
  // A frame, and what a core that others share takes of the next one.
  expect(fastest).toBeLessThan(50);
});

test('a running simulation is cancelled, and what was there stays', async ({ page, lab }) => {
  await lab.simulate();
  const offered = await lab.readout('Offered').textContent();
  await lab.traffic.getByRole('button', { name: words.traffic.more }).click();
  await page.getByRole('menuitem', { name: words.traffic.settings }).click();
  await page.getByRole('dialog').getByLabel(words.throttle.policy.columns.duration).fill('2000000');
  await page.getByRole('dialog').getByRole('button', { name: words.traffic.dialog.done }).click();
  await lab.traffic.getByRole('button', { name: 'Edit visitor' }).click();
  await page.getByRole('dialog').getByLabel('per second').fill('20');
  await page.getByRole('dialog').getByRole('button', { name: words.traffic.dialog.done }).click();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('progressbar', { name: /^Simulating/ })).toBeVisible();
  await page.getByRole('button', { name: words.throttle.cancel }).click();
  await expect(page.getByRole('progressbar', { name: /^Simulating/ })).toHaveCount(0);
  await expect(lab.readout('Offered')).toHaveText(offered ?? '');
});
