import { once } from 'node:events';
import { createServer } from 'node:net';
import { AppWindow } from '../support/app-window.ts';
import { EngineSocket } from '../support/engine-socket.ts';
import { HomeScreen } from '../support/home-screen.ts';
import { ThrottleLabScreen } from '../support/throttle-screen.ts';
import { expect, test } from '../support/web.ts';

import { expectSound } from '../support/web-checks.ts';
import { FlowScreen } from '../support/web-flow.ts';
import { words } from '../support/words.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('services are stopped, started and restarted, and their addresses copied', async ({
  app,
  host,
  page,
  home,
}) => {
  const server = home.service('Authorization server');
  await expect(server).toHaveAccessibleName(/running/);
  const panel = await home.openService('Authorization server');
  await expect(panel).toContainText(host.services['authorizationServer'] ?? 'no address');
  await panel.getByRole('button', { name: 'Stop the authorization server' }).click();
  await expect(panel).toContainText('stopped');
  await expect(app.status.getByRole('button', { name: /^AS \d+/ })).toContainText('stopped');
  await panel.getByRole('button', { name: 'Start the authorization server' }).click();
  await expect(panel).toContainText('running');
  await panel.getByRole('button', { name: 'Restart the authorization server' }).click();
  await expect(panel).toContainText('running');

  await panel.getByRole('button', { name: 'Copy details of the authorization server' }).click();
  await page.getByRole('menuitem', { name: 'curl command' }).click();
  await expect(app.toast('curl command copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`${host.services['authorizationServer']}/as/token.oauth2`);
  await home.closeService('Authorization server');

  await home.services.getByRole('button', { name: words.home.stopAll }).click();
  await expect(home.service('Sample upstreams')).toHaveAccessibleName(/stopped/);
  await home.services.getByRole('button', { name: words.home.startAll }).click();
  await expect(home.service('Sample upstreams')).toHaveAccessibleName(/running/);
  await expect(server).toHaveAccessibleName(/running/);
});

test('a port that is taken is said where the service stands, and another one is a click away', async ({
  host,
  app,
  home,
}) => {
  const port = Number(new URL(host.services['sampleUpstreams'] ?? '').port);
  const panel = await home.openService('Sample upstreams');
  await panel.getByRole('button', { name: 'Stop the sample upstreams' }).click();
  await expect(panel).toContainText('stopped');
  const squatter = createServer();
  squatter.listen(port, '127.0.0.1');
  await once(squatter, 'listening');
  await panel.getByRole('button', { name: 'Start the sample upstreams' }).click();
  await expect(home.service('Sample upstreams')).toHaveAccessibleName(/failed/);
  const note = panel.getByRole('alert');
  await expect(note).toContainText(String(port));
  await note.getByRole('button', { name: /^Use port \d+$/ }).click();
  await expect(panel).toContainText('running');
  await expect(note).toHaveCount(0);
  await expect(panel).not.toContainText(`:${port}`);
  await expect(app.status.getByRole('button', { name: /^Samples \d+/ })).toContainText('running');
  squatter.close();
});

test('one press ends with a finished sign-in and its token; Flows goes on with the same client', async ({
  app,
  page,
  home,
}) => {
  await home.expectDone(0);
  const planned = page.getByRole('region', { name: words.home.firstRun.planned }).getByRole('listitem');
  await expect(planned.first()).toContainText('/as/authorization.oauth2');
  await page.keyboard.press('Control+Enter');
  const flows = new FlowScreen(page);
  await expect(flows.runs.getByRole('option').first()).toContainText('PASSED');
  await expect(flows.values.getByRole('button', { name: 'Inspect access_token' })).toBeVisible();
  const toolbar = page.locator('.flow-bar');
  await expect(toolbar).toContainText('portal-web');
  await expect(toolbar).toContainText(words.flows.browsers.unattended);

  await app.goTo('Home');
  const run = home.continued.getByRole('listitem').first();
  await expect(run).toContainText('Authorization code + PKCE, run 1');
  await expect(run).toContainText('PASSED');
  await expect(run).toContainText(/8 requests, access_token, refresh_token issued\./);
  await home.expectDone(1);
  await run.getByRole('button', { name: /^Run again/ }).click();
  await expect(page.getByRole('listbox', { name: 'Steps of run 2' })).toBeVisible();
});

test('what was done last is gone on with from one list, and the jobs begin with one press', async ({
  app,
  page,
  home,
}) => {
  await page.getByRole('button', { name: words.home.hide }).click();
  await expect(home.start.getByRole('heading', { level: 3 })).toHaveText([
    words.nav.flows,
    words.nav.connectors,
    words.nav.throttle,
    words.nav.consents,
    words.nav.contract,
  ]);
  await expect(home.continued).toHaveCount(0);
  await home.start.getByRole('button', { name: words.home.jobs.throttle[1] }).click();
  const lab = new ThrottleLabScreen(page);
  await expect(lab.readout('Rejected with 429')).not.toHaveText('0');
  const refused = await lab.readout('Rejected with 429').innerText();
  await app.goTo('Home');
  const row = home.continued.getByRole('listitem').filter({ hasText: words.nav.throttle });
  await expect(row).toContainText(`${/^\d+/.exec(refused)?.[0]} of`);
  await row.getByRole('button', { name: /^Simulate again/ }).click();
  await expect(lab.requests).toBeVisible();
  await app.goTo('Home');
  await expectSound(page);
  await home.start.getByRole('button', { name: words.palette.places.attacks }).click();
  await expect(page.getByRole('treeitem').first()).toBeVisible();
});

test.describe('in a workspace without a client', () => {
  const clients = [
    'batch-job',
    'mcp-client',
    'mcp-gateway',
    'mobile-app',
    'orders-api',
    'portal-web',
    'sandbox-worker',
  ];
  test.use({
    workspace: Object.fromEntries(clients.map((name) => [`oauth/clients/${name}.json`, null])),
  });

  test('Home offers what fills it, and no task that has nothing to act on', async ({ app: _app, page }) => {
    await expect(page.getByRole('heading', { name: words.home.firstRun.noClient })).toBeVisible();
    await expect(page.getByRole('button', { name: words.home.firstRun.act })).toHaveCount(0);
    await expectSound(page);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('textbox', { name: words.clientForm.id })).toBeVisible();
  });
});

for (const width of [1_440, 1_280, 1_024, 800])
  test(`Home has no barrier and nothing beside the window at ${width} px`, { tag: '@long' }, async ({
    app,
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await expectSound(page);
    await page.keyboard.press('Control+Enter');
    await expect(new FlowScreen(page).runs.getByRole('option').first()).toContainText('PASSED');
    await app.goTo('Home');
    await expect(new HomeScreen(page).continued).toBeVisible();
    await expectSound(page);
  });

test('where the last work cannot be told, Home says why and offers all else, until it can', async ({
  host,
  page,
}) => {
  const calls = await EngineSocket.of(page);
  const app = new AppWindow(page);
  calls.fail('home/recentWork', {
    code: 'storage.unreadable',
    severity: 'error',
    message: 'The last work cannot be read.',
    fix: 'Look at the state folder.',
  });
  await app.open(host.ui);
  const alert = page.getByRole('alert').filter({ hasText: 'The last work cannot be read.' });
  await expect(alert).toContainText('Look at the state folder.');
  await expect(alert).toContainText('storage.unreadable');
  // The jobs, the services and the tasks do not hang on it.
  await expect(page.getByRole('button', { name: /^AS \d+/ }).first()).toBeVisible();
  await expect(
    page
      .getByRole('link', { name: words.palette.places.attacks })
      .or(page.getByRole('button', { name: words.palette.places.attacks }))
      .first(),
  ).toBeVisible();
  await expectSound(page);
  const failures = calls.answersTo('home/recentWork');
  await alert.getByRole('button', { name: words.common.retry }).click();
  await expect.poll(() => calls.answersTo('home/recentWork')).toBeGreaterThan(failures);
  await expect(alert).toBeVisible();
  calls.mend('home/recentWork');
  await alert.getByRole('button', { name: words.common.retry }).click();
  await expect(alert).toBeHidden();
  await expect(page.getByRole('heading', { name: words.home.firstRun.title })).toBeVisible();
});
