import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Locator } from '@playwright/test';
import { axeFaults } from '../support/axe.ts';
import { EngineSocket } from '../support/engine-socket.ts';
import { ThrottleLabScreen } from '../support/throttle-screen.ts';
import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

test.use({ viewport: { width: 1440, height: 900 } });

async function importDialog({ traffic, page }: ThrottleLabScreen): Promise<Locator> {
  await traffic.getByRole('button', { name: words.traffic.more }).click();
  await page.getByRole('menuitem', { name: words.traffic.import }).click();
  return page.getByRole('dialog', { name: words.traffic.importing.title });
}

test.describe('in the opened window', () => {
  test.beforeEach(({ app: _opened }) => undefined);

  test('an access log becomes traffic: its columns are chosen, and what was left out is said', async ({
    host,
    page,
    lab,
  }) => {
    const rows = Array.from(
      { length: 30 },
      (_, at) => `2026-03-01T10:00:${String(at).padStart(2, '0')}Z,user-${at % 3},GET,/orders`,
    );
    const log = join(host.folder, 'access.csv');
    writeFileSync(log, ['when,who,method,path', ...rows, 'yesterday,user-1,GET,/orders', ''].join('\n'));
    const dialog = await importDialog(lab);
    await dialog.locator('input[type=file]').setInputFiles(log);
    await dialog.getByLabel(words.traffic.importing.time).fill('when');
    await dialog.getByLabel(words.traffic.importing.key).fill('who');
    await dialog.getByRole('button', { name: words.traffic.importing.read }).click();
    await expect(dialog).toContainText('30 requests of 3 clients');
    // A window that becomes narrow, and wide again, keeps the dialog with everything in it.
    await page.setViewportSize({ width: 800, height: 900 });
    await expect(dialog).toContainText('30 requests of 3 clients');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(dialog.getByRole('region', { name: words.traffic.importing.skipped })).toContainText('32');
    await dialog.getByLabel(words.traffic.importing.name).fill('recorded');
    await dialog.getByRole('button', { name: words.traffic.createAct }).click();
    await expect(lab.traffic.getByText('30 recorded requests in total', { exact: true })).toBeVisible();
    await expect(lab.traffic.getByRole('row', { name: /user-0/ })).toContainText('10 recorded requests');
    await lab.simulate();
    await expect(lab.readout('Offered')).toHaveText('30');
    await expect(page.getByText('All at once: 0 allowed, 0 rejected, 30 failed.')).toBeVisible();
  });

  test('a packed access log is recognised, its first lines are shown, and another column tells clients apart', async ({
    host,
    page,
    lab,
  }) => {
    const line = (at: number) =>
      `192.0.2.${at % 2} - user-${at % 5} [01/Mar/2026:10:00:${String(at).padStart(2, '0')} +0000] "GET /orders/${at % 3} HTTP/1.1" ${at === 7 ? 429 : 200} 12 "-" "curl/8"`;
    const log = join(host.folder, 'access.log.gz');
    writeFileSync(log, gzipSync(Array.from({ length: 20 }, (_, at) => line(at)).join('\n')));
    const page2 = join(host.folder, 'page.log');
    writeFileSync(page2, '<!doctype html><title>Sign in</title>');
    const dialog = await importDialog(lab);
    await dialog.locator('input[type=file]').setInputFiles(page2);
    await expect(dialog).toContainText('looks like HTML');
    await expect(dialog.getByRole('button', { name: words.traffic.createAct })).toBeDisabled();
    await dialog.locator('input[type=file]').setInputFiles(log);
    await expect(dialog).toContainText('nginx, Apache, gzip');
    await expect(dialog.getByLabel('First lines of access.log.gz')).toContainText('GET /orders/0 HTTP/1.1');
    await expect(dialog).toContainText('20 requests of 5 clients');
    await expect(dialog).toContainText('1 × 429');
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'remote_addr (2)' }).click();
    await expect(dialog).toContainText('20 requests of 2 clients');
    await dialog
      .getByRole('checkbox', { name: words.traffic.importing.options.hashAddresses })
      .press('Space');
    await dialog.getByRole('button', { name: words.traffic.importing.read }).press('Enter');
    await expect(dialog).toContainText('h-');
    await dialog.getByLabel(words.traffic.importing.name).fill('hashed');
    await dialog.getByRole('button', { name: words.traffic.createAct }).press('Enter');
    await expect(lab.traffic.getByRole('row', { name: /h-/ })).toHaveCount(2);
    expect(readFileSync(join(host.workspaceDir, 'traffic/hashed.json'), 'utf8')).not.toContain('192.0.2');
  });

  test('paths of one kind are proposed as one class, and chosen by the keyboard', async ({ host, lab }) => {
    const log = join(host.folder, 'paths.csv');
    const rows = Array.from({ length: 12 }, (_, at) => `${at},u${at % 2},/orders/${at}`);
    writeFileSync(log, ['time,user,path', ...rows, '12,u1,/health', ''].join('\n'));
    const dialog = await importDialog(lab);
    await dialog.locator('input[type=file]').setInputFiles(log);
    await expect(dialog.getByRole('columnheader', { name: 'path' })).toBeVisible();
    await dialog.getByRole('button', { name: 'path template (2)' }).press('Enter');
    await expect(dialog).toContainText('/orders/{id} × 12');
    await expect(dialog).toContainText('13 requests of 2 clients');
    await dialog.getByRole('button', { name: words.traffic.createAct }).press('Enter');
    await expect(lab.traffic.getByRole('row', { name: /orders\/\{id\}/ })).toContainText(
      '12 recorded requests',
    );
  });

  test('a log whose columns are not known says so, and a person says which holds the path', async ({
    host,
    page,
    lab,
  }) => {
    const log = join(host.folder, 'calls.csv');
    const rows = Array.from({ length: 9 }, (_, at) => `${at},PUT,/orders/${at % 3}`);
    writeFileSync(log, ['time,verb,weg', ...rows, ''].join('\n'));
    const dialog = await importDialog(lab);
    await dialog.locator('input[type=file]').setInputFiles(log);
    await expect(dialog).toContainText('No path column was found, so every request goes to /.');
    await expect(dialog).toContainText('No method column was found, so every request is a GET.');
    await expect(dialog).toContainText('The log has no client addresses; 127.0.0.1 is used instead.');
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByLabel(words.traffic.importing.path).fill('weg');
    await dialog.getByLabel(words.traffic.importing.method).fill('verb');
    await dialog.getByRole('button', { name: words.traffic.importing.read }).press('Enter');
    await expect(dialog).not.toContainText('column was found');
    await expect(dialog).toContainText('The log has no client addresses');
    await dialog.getByRole('button', { name: words.traffic.createAct }).press('Enter');
    await expect(lab.traffic).toContainText('9 recorded requests');
  });

  test('dates that can mean two days are asked about, and the answer is chosen by the keyboard', async ({
    host,
    page,
    lab,
  }) => {
    const log = join(host.folder, 'dates.csv');
    const rows = ['03/04', '04/04'].map((day) => `${day}/2025 10:00:00,192.0.2.1,GET,/orders`);
    writeFileSync(log, ['time,client_ip,method,path', ...rows, ''].join('\n'));
    const dialog = await importDialog(lab);
    await dialog.locator('input[type=file]').setInputFiles(log);
    await expect(dialog).toContainText(
      'is ambiguous: day-first or month-first. No other date in the log decides it.',
    );
    await dialog.getByRole('button', { name: /Dates$/ }).press('Enter');
    await page.getByRole('option', { name: 'day first: 30/03/2025' }).press('Enter');
    await dialog.getByRole('button', { name: words.traffic.importing.read }).press('Enter');
    await expect(dialog).toContainText('2 requests of 1 client');
  });

  test('requests of one second are shown evenly or all at once, by the keyboard, in numbers, charts and tables', async ({
    host,
    page,
    lab,
  }) => {
    const log = join(host.folder, 'seconds.csv');
    // Six are let through at once; the next token is there after 1.7 seconds, which is within the second of the others.
    const rows = Array.from({ length: 18 }, (_, at) => `${at < 9 ? 0 : 1},ann@example.com,gold,/orders`);
    writeFileSync(log, ['time,mail,status,path', ...rows, ''].join('\n'));
    const dialog = await importDialog(lab);
    await dialog.locator('input[type=file]').setInputFiles(log);
    await expect(dialog).toContainText('Times are whole seconds');
    await dialog.getByRole('button', { name: words.traffic.createAct }).click();
    await expect(lab.traffic.getByRole('row', { name: /ann/ })).toContainText('18 recorded requests');
    await expect(lab.traffic.getByText('in total')).toHaveCount(0);
    await lab.simulate();
    const choice = page.getByRole('group', { name: words.throttle.results.spread });
    const evenly = choice.getByRole('radio', { name: words.throttle.results.spreads.even });
    await expect(evenly).toBeChecked();
    await expect(lab.readout('Allowed')).toHaveText('7');
    await expect(lab.results.getByText('All at once: 6 allowed, 12 rejected.')).toBeVisible();
    expect(await axeFaults(page)).toEqual([]);
    await lab.requests.getByRole('button', { name: words.throttle.results.table }).click();
    const first = lab.requests.getByRole('row', { name: /^0\.0+ / });
    await expect(first).toContainText(/^0\.0+1/);
    await evenly.press('ArrowRight');
    await expect(choice.getByRole('radio', { name: words.throttle.results.spreads.once })).toBeChecked();
    await expect(lab.readout('Allowed')).toHaveText('6');
    await expect(lab.results.getByText('Evenly: 7 allowed, 11 rejected.')).toBeVisible();
    await expect(first).toContainText(/^0\.0+9/);
    await lab.show('Requests');
    await expect(lab.results.getByRole('img', { name: '18 requests, one mark each' })).toBeVisible();
  });
});

test('the first lines are there in columns before the rest of a log has arrived', async ({ host, page }) => {
  const socket = await EngineSocket.of(page);
  await page.goto(host.ui);
  const lab = new ThrottleLabScreen(page);
  await lab.open();
  const log = join(host.folder, 'long.csv');
  const row = `2026-03-01T10:00:00Z,ann,/orders,${'x'.repeat(180)}\n`;
  writeFileSync(log, `time,user,path,note\n${row.repeat(10_000)}`);
  const rest = socket.holdAnswer('throttle/importPiece', 1);
  const dialog = await importDialog(lab);
  await dialog.locator('input[type=file]').setInputFiles(log);
  await rest.held;
  await expect(dialog.getByRole('columnheader', { name: 'path' })).toBeVisible();
  await expect(dialog.getByRole('cell', { name: '/orders' }).first()).toBeVisible();
  await expect(dialog.getByRole('progressbar', { name: words.traffic.importing.sending })).toBeVisible();
  rest.release();
  await expect(dialog).toContainText('10,000 requests of 1 client');
});

test('Simulate that is pressed while the new traffic is still being opened counts for that one', async ({
  host,
  page,
}) => {
  const socket = await EngineSocket.of(page);
  await page.goto(host.ui);
  const lab = new ThrottleLabScreen(page);
  await lab.open();
  await page.getByRole('button', { name: words.throttle.asTyped }).click();
  const log = join(host.folder, 'calls.csv');
  const rows = Array.from({ length: 10 }, (_, at) => `${at},ann,/orders`);
  writeFileSync(log, ['time,user,path', ...rows, ''].join('\n'));
  const dialog = await importDialog(lab);
  await dialog.locator('input[type=file]').setInputFiles(log);
  await expect(dialog).toContainText('10 requests of 1 client');
  // The first answer is of the traffic before, which is read again; the others are of the new one.
  const answers = [1, 0, 0].map((skipped) => socket.holdAnswer('throttle/openTraffic', skipped));
  await dialog.getByRole('button', { name: words.traffic.createAct }).click();
  await answers[0]?.held;
  await expect(dialog).toBeHidden();
  await expect(lab.traffic).toContainText('bob');
  await expect(lab.traffic.getByRole('button', { name: words.traffic.choose })).not.toContainText('calls');
  await page
    .locator('.lab-bar')
    .getByRole('button', { name: /^Simulate \d/ })
    .click();
  for (const answer of answers) answer.release();
  await expect(lab.traffic).toContainText('10 recorded requests');
  await expect(lab.readout('Offered')).toHaveText('10');
  expect(socket.answersTo('throttle/simulate')).toBe(1);
});
