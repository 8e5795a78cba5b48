import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { consentSheet } from '../support/consents-screen.ts';
import { expect, test } from '../support/web.ts';

import { expectSound } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

test.use({ viewport: { width: 1280, height: 800 } });
// Every story begins in the opened window.
test.beforeEach(({ app: _opened }) => undefined);

const manifest = (platform: object) => ({
  'gatehouse.json': {
    id: 'sample',
    name: 'Sample workspace',
    services: { authorizationServer: {}, platform },
  },
});

const faults = { unknown: [17, 90, 151], duplicate: [40], english: [5, 6, 7, 8] };

test.describe('in a workspace without a platform, whose client has the name that the worker would get', () => {
  test.use({ workspace: { 'platforms/sandbox.json': null } });

  test('rows are planned as far as they can be, and matched at a sandbox with a worker of its own', async ({
    host,
    page,
    consents: screen,
  }) => {
    const before = readFileSync(join(host.workspaceDir, 'oauth/clients/sandbox-worker.json'), 'utf8');
    await screen.begin(
      'External ID,Agreement,Language,Consented at\nEXT-00001,Terms of Service,en,2021-03-04T05:06:07Z\n',
    );
    await screen.act('Plan rows').click();
    await screen.expectStep('Match');
    await screen.act('Match with the sandbox').click();
    await screen.act('Continue to Check').click();
    await expect(page.getByText('1 row will be sent')).toBeVisible();
    const text = (file: string) => readFileSync(join(host.workspaceDir, file), 'utf8');
    expect(text('oauth/clients/sandbox-worker.json')).toBe(before);
    expect(JSON.parse(text('platforms/sandbox.json'))).toMatchObject({
      client_id: 'sandbox-worker-2',
      client_secret: { $secret: expect.any(String) },
    });
    expect(JSON.parse(text('oauth/clients/sandbox-worker-2.json'))).toMatchObject({
      client_secret: { $secret: expect.any(String) },
    });
  });

  test('a file that leaves something open is planned up to its mapping, which says what', async ({
    page,
    consents: screen,
  }) => {
    await screen.begin('External ID,Agreement\nEXT-00001,Terms of Service\n', 'half.csv');
    await screen.act('Plan rows').click();
    await screen.expectStep('Map');
    await expect(page.getByText('Still open: Language, Consented at')).toBeVisible();
    await expect(screen.act('Use this mapping')).toBeDisabled();
  });
});

test.describe('at a platform that often says 429', () => {
  test.use({
    workspace: manifest({
      rateLimits: { directoryWrite: { requestsPerSecond: 40, burst: 5 } },
      retryAfter: 'ceil',
    }),
  });

  test('a load is paused, survives a restart, and is resumed without a row sent twice', async ({
    app,
    host,
    page,
    consents: screen,
  }) => {
    test.slow();
    await screen.begin(consentSheet(300));
    await screen.read();
    await screen.map();
    await screen.match();
    await screen.go('Load');
    await page.getByRole('radio', { name: words.importLoad.load.told }).click({ force: true });
    // More than the platform takes.
    await page.getByLabel(words.importLoad.load.chart).fill('60');
    await page.keyboard.press('Enter');
    await screen.load();
    await expect(screen.act('Pause')).toBeVisible();
    await expect(screen.count('Accepted')).not.toHaveText('0');
    // A tab that is not shown does not say how far the load had come when it was left.
    const tab = (name: string) => page.locator('.doctabs').getByRole('tab', { name, exact: true });
    await tab('Home').click();
    await tab('consents-2021').click();
    const refusals = page.getByText(/^429 responses so far: \d+\./);
    await expect(refusals).toBeVisible();
    await page.keyboard.press('Control+p');
    await expect(screen.act('Resume')).toBeVisible();
    const past = String(await refusals.textContent());
    await host.kill();
    const address = await host.restart();
    await expect(page.getByRole('heading', { name: words.session.title })).toBeVisible();
    await app.open(address);
    await screen.openList();
    await page.getByRole('button', { name: 'consents-2021', exact: true }).click();
    // The chart of what was sent before is still there.
    await expect(page.getByRole('region', { name: words.importLoad.load.chart })).toBeVisible();
    // So is how often it was refused, and how long it was told to wait.
    await expect(refusals).toHaveText(past);
    await page.getByRole('textbox', { name: words.importLoad.load.chart }).fill('500');
    await page.keyboard.press('Enter');
    await screen.act('Resume').click();
    await expect(screen.count('Accepted')).toHaveText('300', { timeout: 120_000 });
    await expect(screen.count('Failed')).toHaveText('0');
    // The report is done when it was looked at.
    const report = page.getByRole('list', { name: words.imports.stepsLabel }).getByRole('listitem').last();
    await expect(report).not.toContainText('done');
    await screen.go('Report');
    await expect(report).toContainText('done');
  });

  test('200 rows go from the file to the report, and what failed is mended and imported again', {
    tag: '@long',
  }, async ({ page, consents: screen }) => {
    test.slow();
    await screen.begin(consentSheet(200, faults));
    // The header is found below the title, and the encoding is shown by a row.
    await expect(page.locator('.imp-preview .imp-header')).toContainText('External ID');
    await expect(page.getByRole('region', { name: /non-ASCII/ })).toContainText('Zoë');
    await screen.read();

    // Nothing goes on before a person has said which days are meant.
    await expect(page.getByText(words.imports.map.ambiguous)).toBeVisible();
    await expect(screen.act('Use this mapping')).toBeDisabled();
    await screen.map();
    await screen.match();
    await expect(page.getByRole('region', { name: words.imports.match.users, exact: true })).toContainText(
      'Missing3',
    );
    // One line tells what many texts have in common, and unfolds to them.
    const anew = page.getByText(/^\d+ revisions? requires? new consent from \d{4}-\d\d-\d\d: \d+ rows$/);
    await expect(anew).toHaveCount(1);
    await anew.click();
    const told = (await anew.innerText()).match(/^\d+/)?.[0];
    const texts = page
      .getByRole('table', { name: /^\d+ revisions? requires? new consent/ })
      .getByRole('rowheader');
    await expect(texts).toHaveCount(Number(told));
    await anew.click();
    await expect(
      page.getByRole('region', { name: words.imports.match.languages, exact: true }),
    ).toContainText('english');

    // One rule mends every row that has the value.
    await page.getByRole('button', { name: 'Replace… english in all rows' }).click();
    await page.getByLabel(words.imports.match.replacing.to).fill('en');
    await screen.act('Map english → en, 4 rows').click();
    await expect(
      page.getByRole('region', { name: words.imports.match.languages, exact: true }),
    ).not.toContainText('english');

    await screen.act('Continue to Check').click();
    await screen.group(/User not found/);
    await expect(screen.grid).toContainText('NOBODY-17');
    await expect(screen.grid.getByRole('row')).toHaveCount(4);

    await screen.act('Continue to Dry run').click();
    await expect(page.getByRole('region', { name: words.importLoad.dryRun.samples })).toContainText(
      'consent.accept+json',
    );
    await expect(page.getByRole('table', { name: words.importLoad.dryRun.outcomes })).toContainText(
      'Ready196',
    );

    await screen.load();
    await screen.go('Load');
    await expect(screen.count('Accepted')).toHaveText('196', { timeout: 120_000 });
    // The end is told as one: what was accepted, in how  and the way back.
    const load = page.getByRole('region', { name: words.imports.columns.progress });
    await expect(load.getByRole('heading')).toHaveText(/^196 accepted in \d/);
    await expect(load).not.toContainText(words.importLoad.load.rate);
    // Each act of the load stands where those of the steps before stood.
    const foot = page.locator('.imp-foot');
    await expect(foot.getByRole('button')).toHaveText([
      words.imports.back,
      words.importLoad.report.undo,
      words.importLoad.load.openReport,
    ]);
    await expect(screen.act('Undo the load…')).not.toHaveAttribute('aria-disabled', 'true');
    await screen.act('Open report').click();
    await expect(foot.getByRole('button')).toHaveText([
      words.imports.back,
      words.imports.add,
      words.importLoad.report.done,
    ]);
    const notSent = page.getByRole('table', { name: words.importLoad.report.notSentTitle });
    await expect(notSent).toContainText('User not found3');
    await expect(notSent).toContainText('Same as another row1');

    // The result has every row of the file with what became of it.
    const download = page.waitForEvent('download');
    await screen.act('Save: Result file').click();
    const result = readFileSync(await (await download).path(), 'utf8');
    expect(result.split('\r\n').filter((line) => line.includes(';accepted;'))).toHaveLength(196);

    // Only those that were not sent are imported again, with the same settings.
    await screen.act('Retry failed only').click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('failed rows');
    await screen.expectStep('Match');
    await screen.act('Look up and match').click();
    await screen.act('Continue to Check').click();
    await screen.group(/User not found/);
    for (const [left, user] of [
      [2, 'EXT-00301'],
      [1, 'EXT-00302'],
    ] as const) {
      await screen.correct(user);
      await expect(screen.grid.getByRole('row')).toHaveCount(left + 1);
    }
    await screen.correct('EXT-00303');
    await expect(page.getByText('3 rows will be sent')).toBeVisible();
    await screen.go('Dry run');
    await screen.load();
    await expect(screen.count('Accepted')).toHaveText('3', { timeout: 120_000 });
  });
});

test('a row is corrected where it stands, by keys alone, and the correction is taken back', async ({
  page,
  consents: screen,
}) => {
  test.slow();
  await screen.begin(consentSheet(20, { unknown: [3, 9] }));
  await screen.read();
  await screen.map();
  await screen.match();
  await screen.go('Check');
  await screen.correct('EXT-00300');
  await expect(page.getByText('1 correction', { exact: true })).toBeVisible();
  await expect(screen.grid.getByRole('row')).toHaveCount(2);
  await screen.act('Undo').click();
  await expect(page.getByText(words.importLoad.check.noFixes)).toBeVisible();
  await expect(screen.grid.getByRole('row')).toHaveCount(3);
  // The other one is given a user of the platform.
  await screen.grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('p');
  const dialog = page.getByRole('dialog', { name: words.imports.match.picking.title });
  await dialog.getByLabel(words.imports.match.picking.search).fill('EXT-00399');
  await dialog.getByRole('option').first().click();
  await screen.act('Use this user').click();
  await expect(page.getByText('19 rows will be sent')).toBeVisible();
});

test.describe('at a platform that is not the sandbox', () => {
  test.use({
    workspace: {
      'platforms/production.json': {
        display_name: 'Production',
        region: 'EU',
        base_url: 'http://127.0.0.1:1/v1',
        token_endpoint: 'http://127.0.0.1:1/as/token',
        environment_id: '00000000-0000-4000-8000-000000000000',
        client_id: 'worker',
      },
    },
  });

  test('what cannot be reached is said where it was asked for, and the import stays', {
    tag: '@long',
  }, async ({ page, consents: screen }) => {
    await screen.begin(consentSheet(5));
    await screen.read();
    await screen.map();
    await page
      .getByRole('complementary', { name: words.imports.columns.target })
      .getByRole('button', { name: /Target$/ })
      .click();
    await page.getByRole('option', { name: 'Production', exact: true }).click();
    await screen.act('Look up and match').click();
    await expect(page.getByRole('alert')).toBeVisible();
    await screen.expectStep('Match');
  });
});

test('what is wrong with a file is said before anything of it is sent', async ({
  page,
  consents: screen,
}) => {
  await screen.openList();
  await page.getByRole('button', { name: words.imports.add }).click();
  await page
    .getByLabel(words.imports.file.chooserLabel)
    .setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.alloc(0) });
  await expect(page.getByText('The file is empty.')).toBeVisible();
  await page.getByLabel(words.imports.file.chooserLabel).setInputFiles({
    name: 'header.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('External ID,Agreement\n'),
  });
  await expect(page.getByRole('region', { name: words.imports.file.problems })).toContainText(
    'The file has no rows below the header',
  );
});

test('a target is added by its region, and has to be named before it is written to', {
  tag: '@long',
}, async ({ page, consents: screen }) => {
  test.slow();
  await screen.begin(consentSheet(3));
  await screen.read();
  await screen.map();
  await screen.act('New target…').click();
  const dialog = page.getByRole('dialog', { name: words.importTarget.title });
  await expectSound(page);
  const add = dialog.getByRole('button', { name: words.importTarget.act });
  await dialog.getByRole('button', { name: /Region$/ }).click();
  await page.getByRole('option', { name: 'Europe' }).click();
  await dialog.getByLabel(words.imports.match.environment).fill('env-1');
  await expect(dialog.getByLabel(words.importTarget.fields.tokenEndpoint)).toHaveValue(/\/env-1\/as\/token$/);
  await dialog.getByLabel(words.importTarget.fields.clientId).fill('worker');
  await dialog.getByLabel(words.importTarget.fields.clientSecret).fill('planted-target-secret');
  await dialog.getByLabel(words.importTarget.name, { exact: true }).fill('bad name');
  await expect(add).toBeDisabled();
  await dialog.getByLabel(words.importTarget.name, { exact: true }).fill('production');
  await add.click();
  await expect(dialog).toBeHidden();
  const target = page.getByRole('complementary', { name: words.imports.columns.target });
  await expect(target.getByRole('button', { name: /Target$/ })).toContainText('production');
  await expect(target).toContainText('env-1');
  await expect(target).not.toContainText('sandbox');
});
