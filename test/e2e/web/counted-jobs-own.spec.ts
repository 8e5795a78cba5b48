import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppWindow } from '../support/app-window.ts';
import { consentSheet } from '../support/consents-screen.ts';
import { ContractScreen, platformSession } from '../support/contract-screen.ts';
import { countedJob } from '../support/counted-job.ts';
import { type OwnServer, startOwnServer } from '../support/own-server.ts';
import { installPressCounter } from '../support/press-counter.ts';
import { ThrottleLabScreen } from '../support/throttle-screen.ts';
import { test as base, expect } from '../support/web.ts';
import { FlowScreen } from '../support/web-flow.ts';
import { startWebHostOn } from '../support/web-host.ts';
import { words } from '../support/words.ts';

/** As many clicks as a job may take with one's own material, from a workspace in which nothing is. */
const limit = 10;
const people = [
  { id: 1, mail: 'ann@example.com', name: 'Ann' },
  { id: 2, mail: 'bob@example.com', name: 'Bob' },
];

/** A workspace as “New workspace, begin with nothing” makes it, on free ports; and an application of one's own. */
const test = base.extend<{ readonly own: OwnServer }>({
  viewport: { width: 1440, height: 900 },
  own: async ({ browserName: _any }, use) => {
    const server = await startOwnServer((request, response) => {
      const isThere =
        request.url?.startsWith('/hr/users') === true || request.url?.startsWith('/orders') === true;
      response.writeHead(isThere ? 200 : 404, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(isThere ? people : { error: 404 }));
    });
    await use(server);
    await server.close();
  },
  host: async ({ browserName: _any }, use) => {
    const port = { port: 0 };
    const services = {
      authorizationServer: port,
      connectorHost: port,
      gateway: port,
      platform: port,
      sampleUpstreams: port,
    };
    const host = await startWebHostOn((_folder, workspaceDir) => {
      mkdirSync(workspaceDir, { recursive: true });
      const manifest = { id: 'empty', name: 'Empty', services };
      writeFileSync(join(workspaceDir, 'gatehouse.json'), JSON.stringify(manifest, null, 2));
    });
    await use(host);
    await host.discard();
  },
  context: async ({ context }, use) => {
    await installPressCounter(context);
    await use(context);
  },
});

test.beforeEach(async ({ app: _opened, page }) => {
  await expect(page.getByRole('heading', { name: words.home.firstRun.noClient })).toBeVisible();
});

test('sign-in with an own client, whose redirect URI leads elsewhere', async ({ host, own, page }) => {
  const flows = new FlowScreen(page);
  await countedJob(page, 'own client: sign-in and its token', limit, async () => {
    await page.getByRole('button', { name: 'Add a client', exact: true }).first().click();
    await page.getByRole('textbox', { name: words.clientForm.id }).click();
    await page.keyboard.type('my-app');
    await page.getByText(words.clientForm.types.public, { exact: true }).click();
    await page.getByRole('button', { name: 'Add to Redirect URIs' }).click();
    await page.getByRole('textbox', { name: 'Redirect URIs, 1' }).fill(`${own.origin}/cb`);
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByRole('button', { name: words.clientForm.tryInFlows }).click();
    await page.getByRole('button', { name: 'Add user and run' }).click();
    await expect(flows.runs.getByRole('option').first()).toContainText('PASSED');
    await expect(flows.values.getByRole('button', { name: 'Inspect access_token' })).toBeVisible();
  });
  const kept = JSON.parse(readFileSync(join(host.workspaceDir, 'oauth/clients/my-app.json'), 'utf8'));
  expect(kept.token_endpoint_auth_method).toBe('none');
  expect(kept.redirect_uris).toEqual([`${own.origin}/cb`]);
});

test('the first record of an own API', async ({ own, page, studio }) => {
  await countedJob(page, 'own API: first record listed', limit, async () => {
    await new AppWindow(page).goTo('Connectors');
    await page.getByRole('button', { name: words.connectors.add }).click();
    const wizard = page.getByRole('dialog', { name: 'New connector' });
    await wizard.getByLabel(words.connectorWizard.name).fill('own');
    await wizard.getByLabel('serviceUri').fill(`${own.origin}/hr`);
    await wizard.getByRole('button', { name: words.connectorWizard.fetch }).click();
    await expect(wizard).toContainText('2 attributes detected in 2 records');
    await wizard.getByRole('button', { name: words.connectorWizard.act }).click();
    await page.getByRole('button', { name: /^Run / }).click();
    await expect(studio.outcome()).toContainText('ann@example.com');
  });
});

test('the first refusal of an own route, simulated and then by the gateway', async ({ own, page }) => {
  const lab = new ThrottleLabScreen(page);
  await countedJob(page, 'own route: first refusal charted', limit, async () => {
    await new AppWindow(page).goTo('Throttle');
    await page.getByRole('button', { name: words.throttle.newRoute }).click();
    const dialog = page.getByRole('dialog', { name: words.throttle.newRouteTitle });
    await lab.choose(dialog, 'Start from', 'One rate for all requests');
    await dialog.getByLabel(words.throttle.newRouteUpstream).fill(own.origin);
    await dialog.getByRole('button', { name: words.throttle.newRouteAct }).click();
    await page.getByRole('radio', { name: words.throttle.shownNames.both }).check({ force: true });
    await page.getByRole('button', { name: words.throttle.send }).click();
    await expect(lab.results.getByText(/10 requests sent, 6 allowed, 4 rejected with 429$/)).toBeVisible({
      timeout: 60_000,
    });
    await expect(page.getByRole('img', { name: '10 requests: 6 allowed, 4 rejected' }).first()).toBeVisible();
  });
  expect(own.asked.filter((path) => path.startsWith('/orders'))).toHaveLength(6);
});

for (const { sheet, name } of [
  { sheet: 'EXT-00001,Terms of Service,en,2024-01-09T20:47:00Z', name: 'own spreadsheet: first row planned' },
  { sheet: null, name: 'own spreadsheet, days in doubt: row planned' },
])
  test(name, async ({ page, consents: screen }) => {
    const text =
      sheet === null ? consentSheet(20) : `External ID,Agreement,Language,Consented at\n${sheet}\n`;
    await countedJob(page, name, limit, async () => {
      await screen.openList();
      await page.getByRole('button', { name: words.imports.add }).click();
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose file…' }).click();
      await (await chooser).setFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
      await screen.act('Plan rows').click();
      if (sheet === null) {
        await screen.expectStep('Map');
        await screen.map();
      } else await screen.expectStep('Match');
      await screen.act('Match with the sandbox').click();
      await screen.act('Continue to Check').click();
      await expect(page.getByText(/^\d+ rows? will be sent$/)).toBeVisible();
    });
  });

test('the first finding in an own HAR', async ({ page }) => {
  const screen = new ContractScreen(page);
  await countedJob(page, 'own HAR: first finding', limit, async () => {
    await new AppWindow(page).goTo('Contract');
    await screen.tab('Sources');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: words.contract.sources.add }).click();
    const har = platformSession('https://api.example.com');
    await (await chooser).setFiles({
      name: 'mine.har',
      mimeType: 'application/json',
      buffer: Buffer.from(har),
    });
    await expect(screen.source('mine.har')).not.toContainText('reading');
    await screen.tab('Findings');
    await page.getByRole('button', { name: 'Yes, api.example.com is the platform' }).click();
    await expect(screen.finding).toContainText(/CC-\d+/);
  });
});
