import { AppWindow } from '../support/app-window.ts';
import { expect, test } from '../support/web.ts';
import { expectAccessible } from '../support/web-checks.ts';
import { callEngine, FlowScreen } from '../support/web-flow.ts';
import { words } from '../support/words.ts';

test('a stopped service is named where the run fails, started from there, and the run goes through', async ({
  flows,
  page,
}) => {
  await flows.choose('Client', 'portal-web');
  const panel = await flows.openPanel(/^AS \d+/);
  await panel.getByRole('button', { name: words.status.stop }).click();
  await expect(panel.getByRole('button', { name: words.status.start })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(flows.status.getByRole('button', { name: /^AS \d+/ })).toContainText('stopped');

  await flows.useBrowser('Unattended');
  await flows.run();
  const note = page.getByRole('alert');
  await expect(note).toContainText('The authorization server is not running.');
  await expect(note).toContainText('Start it, then run the flow again.');
  await expect(note.getByRole('button', { name: /^Start/ })).toHaveCount(1);
  await note.getByRole('button', { name: 'Start the authorization server' }).click();
  await expect(note).toBeHidden();
  await flows.runUnattended();
});

test('a page whose host died says so, and after a restart that it needs a new link', async ({
  flows,
  host,
  page,
}) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await expect(flows.trace).toContainText('code_verifier matches the challenge');
  await host.kill();
  await expect(page.getByText(words.banner.lost)).toBeVisible();
  // The former content can still be read.
  await expect(flows.trace).toContainText('code_verifier matches the challenge');

  const link = await host.restart();
  await expect(page.getByRole('heading', { name: words.session.title })).toBeVisible({
    timeout: 120_000,
  });
  await flows.open(link);
  await expect(flows.runs.getByRole('option')).toHaveText([/PASSEDportal-web/]);
});

test.describe('a page that was opened without a start link', () => {
  test('shows nothing of the workspace and says how to get in', async ({ host, page }) => {
    await page.goto(new URL('/', host.ui).href);
    await expect(page.getByRole('heading', { name: words.session.title })).toBeVisible();
    await expect(page.getByText('Sample workspace')).toHaveCount(0);
    const link = page.getByRole('textbox', { name: words.session.link });
    await link.fill('http://127.0.0.1:9030/#token=made-up');
    await page.keyboard.press('Enter');
    await expect(link).toHaveAccessibleDescription(/This link is invalid or has expired\./);
    await link.fill(host.ui);
    await page.getByRole('button', { name: 'Open Gatehouse' }).click();
    await expect(page.getByText('Sample workspace').first()).toBeVisible();
  });

  test('is refused with a made-up token too', async ({ host, page }) => {
    await page.goto(new URL('/#token=AAAA', host.ui).href);
    await expect(page.getByRole('heading', { name: words.session.title })).toBeVisible();
    await expect(page).toHaveURL(new URL('/', host.ui).href);
  });
});

test('what the workspace only mentions is a notice, not a problem', { tag: '@long' }, async ({ flows }) => {
  const button = flows.status.getByRole('button', { name: '0 problems' });
  await expect(button).not.toHaveClass(/c-warn|c-danger/);
  const panel = await flows.openPanel(/0 problems/);
  await expect(panel.getByRole('listitem')).toHaveCount(13);
  await expect(panel.getByRole('listitem').first()).toContainText(words.problems.severities.notice);
  await expect(panel).toContainText('oauth/users/ann.json /password');
});

test.describe('a workspace with a broken client file', () => {
  test.use({ workspace: { 'oauth/clients/broken.json': '{\n  "client_id": "broken",\n  oops\n}\n' } });

  test('says where it is broken and what to do, and the rest works', async ({ flows, page }) => {
    const panel = await flows.openPanel(/1 problem/);
    const problem = panel.getByRole('listitem').first();
    await expect(problem).toContainText(words.problems.severities.error);
    await expect(problem).toContainText('oauth/clients/broken.json:3:3');
    await expect(problem).toContainText(words.problems.fix);
    await page.keyboard.press('Escape');
    await flows.choose('Client', 'portal-web');
    await flows.runUnattended();
  });
});

test.describe('a workspace without clients', () => {
  const files = [
    'batch-job',
    'mcp-client',
    'mcp-gateway',
    'mobile-app',
    'orders-api',
    'portal-web',
    'sandbox-worker',
  ];
  test.use({ workspace: Object.fromEntries(files.map((name) => [`oauth/clients/${name}.json`, null])) });

  test('says what to add, and offers no run', { tag: '@long' }, async ({ flows, page }) => {
    await expect(page.getByRole('heading', { name: words.flows.noClients })).toBeVisible();
    await expect(page.getByRole('button', { name: words.home.firstRun.sampleWorkspace })).toBeVisible();
    await expect(page.getByRole('button', { name: words.menu.groups.run, exact: true })).toBeDisabled();
    await expect(flows.status.getByRole('button', { name: '0 problems' })).toBeVisible();
    await page.getByRole('button', { name: 'Add a client' }).click();
    await expect(page.getByRole('textbox', { name: words.clientForm.id })).toBeVisible();
  });
});

test.describe('the training profile', () => {
  test.use({
    workspace: {
      'gatehouse.json': {
        id: 'training',
        name: 'Training',
        services: { authorizationServer: { profile: 'training', weaknesses: ['code-not-bound'] } },
      },
    },
  });

  test('frames the whole window and is named in the status bar', { tag: '@long' }, async ({
    flows,
    page,
  }) => {
    await expect(flows.status).toContainText(/Profile:\s*training\s*1 weakness is on/);
    const frame = await page
      .locator('.shell')
      .evaluate((shell) => getComputedStyle(shell, '::after').borderTopWidth);
    expect(frame).toBe('3px');
  });
});

test('while faults are injected every screen says so', { tag: '@long' }, async ({ flows, page }) => {
  const fault = { service: 'authorizationServer', effect: { kind: 'status', status: 503, body: 'busy' } };
  expect(await callEngine(page, 'faults/add', fault)).toBe(200);
  await expect(page.getByText('1 fault is being injected.')).toBeVisible();
  await flows.choose('Flow', 'Client credentials');
  await flows.choose('Client', 'batch-job');
  await flows.run();
  await expect(
    page.getByRole('main').getByText(/^Run 1 failed\. Expected JSON, received status 503/),
  ).toBeVisible();
  await expect(flows.step(/POST \/as\/token\.oauth2.*Client to AS/)).toContainText('503');
});

test('a second window, opened from the first, shows what is done there', async ({ flows, page, context }) => {
  const opened = context.waitForEvent('page');
  await new AppWindow(page).command('Open another window');
  const second = new FlowScreen(await opened);
  const window = new AppWindow(second.page);
  await window.expectLive();
  await window.goTo('Flows');
  expect(second.page.url()).not.toContain('token');
  // It has a session of its own: a new tab knows nothing of this one.
  const kept = (each: typeof page) => each.evaluate(() => sessionStorage.getItem('gatehouse.session'));
  expect(await kept(second.page)).not.toBe(await kept(page));
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await second.page.reload();
  await expect(second.runs.getByRole('option')).toHaveText([/PASSEDportal-web/]);
  await flows.moveClockAnHour();
  await expect(second.status.getByRole('button', { name: 'Clock: +1 h' })).toBeVisible();
});

test('a browser is signed out from another window, and in its own', async ({ app, page, context }) => {
  const opened = context.waitForEvent('page');
  await app.command('Open another window');
  const other = new AppWindow(await opened);
  await other.expectLive();
  await app.settings('Sessions');
  const sessions = page.getByRole('table', { name: 'Sessions' }).getByRole('row');
  await expect(sessions).toHaveCount(3);
  await expectAccessible(page);
  await sessions.filter({ hasNotText: 'this one' }).getByRole('button', { name: words.sessions.end }).click();
  const askForLink = (each: typeof page) =>
    expect(each.getByRole('heading', { name: words.session.title })).toBeVisible();
  await askForLink(other.page);
  await expect(sessions).toHaveCount(2);
  await app.command('Sign out');
  await askForLink(page);
  await page.reload();
  await askForLink(page);
});
