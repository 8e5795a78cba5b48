import { once } from 'node:events';
import { createServer } from 'node:net';
import { ActivityScreen, makeExchanges } from '../support/activity-screen.ts';
import { FileScreen } from '../support/file-screen.ts';
import { HomeScreen } from '../support/home-screen.ts';
import { expect, test } from '../support/web.ts';
import { expectNoSidewaysScrolling, expectSound } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

test.describe('in a workspace with nothing in it', () => {
  const clients = [
    'batch-job',
    'mcp-client',
    'mcp-gateway',
    'mobile-app',
    'orders-api',
    'portal-web',
    'sandbox-worker',
  ];
  const users = ['ann', 'bob'];
  test.use({
    workspace: Object.fromEntries([
      ...clients.map((name) => [`oauth/clients/${name}.json`, null]),
      ...users.map((name) => [`oauth/users/${name}.json`, null]),
      ...['10-orders', '15-mcp', '20-status'].map((name) => [`routes/${name}.json`, null]),
      ['connectors/provisioner.openicf-hr.json', null],
      ['platforms/sandbox.json', null],
      // Without the password of the connector host, which stands in clear in the sample.
      [
        'gatehouse.json',
        JSON.stringify({ id: 'sample', name: 'Sample workspace', services: { authorizationServer: {} } }),
      ],
    ]),
  });

  test('every screen says what will be there, without a barrier', async ({ app, page }) => {
    await expect(page.getByRole('heading', { name: words.home.firstRun.noClient })).toBeVisible();
    await expectSound(page);
    await app.goTo('Flows');
    await expect(page.getByRole('heading', { name: words.flows.noClients })).toBeVisible();
    await app.goTo('Connectors');
    await expect(page.getByRole('heading', { name: words.connectors.emptyTitle })).toBeVisible();
    await expectSound(page);
    await app.goTo('Throttle');
    await expect(page.getByRole('heading', { name: words.throttle.emptyTitle })).toBeVisible();
    await expectSound(page);
    await app.goTo('Consents');
    await expect(page.getByRole('heading', { name: words.imports.emptyTitle })).toBeVisible();
    await expectSound(page);
    await app.goTo('Activity');
    await expect(page.getByRole('heading', { name: words.activity.emptyTitle })).toBeVisible();
    await expectSound(page);
    await app.goTo('Problems');
    await expect(page.getByRole('heading', { name: words.problems.noneTitle })).toBeVisible();
    await expectSound(page);
    await app.goTo('Files');
    await expect(page.getByRole('heading', { name: words.files.choose })).toBeVisible();
    await expectSound(page);
    await app.settings('Secrets');
    await expect(page.getByText(words.secrets.empty)).toBeVisible();
    await expectSound(page);
  });
});

test('Home, Activity, Problems and Files have no barrier when there is much in them', async ({
  flows,
  host,
  page,
}) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  for (const tab of ['Request', 'Server trace', 'Values', 'Steps']) {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await expectNoSidewaysScrolling(page);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('Alt+1');
  await expect(new HomeScreen(page).continued).toContainText('access_token');
  await expectSound(page);
  await page.keyboard.press('Alt+8');
  const log = new ActivityScreen(page);
  await log
    .row(/AS\s*POST\s*\/as\/token\.oauth2/)
    .first()
    .click();
  await expect(log.detail.getByRole('region', { name: words.exchange.traceRegion })).toContainText(
    'code_verifier matches',
  );
  await expectSound(page);
  await page.keyboard.press('Alt+9');
  await page.getByRole('button', { name: /and 12 more like this/ }).click();
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(14);
  await expectSound(page);
  await page.keyboard.press('Alt+0');
  await new FileScreen(page, host).open('oauth/clients/portal-web.json');
  await expectSound(page);
});

test('every section of the settings has no barrier', async ({ app, page }) => {
  // Ten sections, each looked through in full.
  test.slow();
  await app.settings('Keyboard shortcuts');
  const sections = page.getByRole('navigation', { name: words.nav.settings }).getByRole('link');
  await expect(sections).toHaveCount(11);
  for (let at = 0; at < 11; at += 1) {
    await sections.nth(at).click();
    const body = page.getByRole('region', {
      name: (await sections.nth(at).textContent()) ?? '',
      exact: true,
    });
    await expect(body.locator('.settings-form > *').first()).toBeVisible();
    await expectSound(page);
  }
});

test.describe('with what can go wrong', () => {
  test.use({ workspace: { 'oauth/clients/broken.json': '{\n  "client_id": "broken",\n  oops\n}\n' } });

  test('every screen that says so has no barrier', async ({ app, host, page }) => {
    const home = new HomeScreen(page);
    const samples = await home.openService('Sample upstreams');
    await samples.getByRole('button', { name: 'Stop the sample upstreams' }).click();
    await expect(samples).toContainText('stopped');
    const squatter = createServer();
    squatter.listen(Number(new URL(host.services['sampleUpstreams'] ?? '').port), '127.0.0.1');
    await once(squatter, 'listening');
    await samples.getByRole('button', { name: 'Start the sample upstreams' }).click();
    await expect(samples).toContainText('failed');
    await expectSound(page);
    await home.closeService('Sample upstreams');
    squatter.close();
    await app.goTo('Problems');
    await expect(page.getByRole('tabpanel')).toContainText('broken.json:3:3');
    await expectSound(page);
    await app.goTo('Files');
    const files = new FileScreen(page, host);
    await files.open('oauth/clients/broken.json');
    await expect(files.problems).toContainText('Line 3');
    await expectSound(page);
    await makeExchanges(host.services['authorizationServer'] ?? '', 1);
    await app.goTo('Activity');
    const log = new ActivityScreen(page);
    await log.filter.fill('status:banana');
    await expect(page.locator('.suggest-error')).toBeVisible();
    await expectSound(page);
    await host.kill();
    await expect(page.getByText(words.banner.lost)).toBeVisible();
    await expectSound(page);
  });
});

test('the palette, the list of keys and the dialogs have no barrier', async ({ app, page }) => {
  await page.keyboard.press('Control+k');
  await expect(app.palette.getByRole('option').first()).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(app.palette).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: words.keys.title })).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await app.command('New workspace…');
  await expect(page.getByRole('dialog', { name: words.workspace.titles.new })).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: words.menu.label, exact: true }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectSound(page);
});
