import { HomeScreen } from '../support/home-screen.ts';
import { pressOnceNamed } from '../support/press-once-named.ts';
import { ThrottleLabScreen } from '../support/throttle-screen.ts';
import { expect, test } from '../support/web.ts';

import { words } from '../support/words.ts';

test.use({ viewport: { width: 1440, height: 900 } });
// Every story begins in the opened window.
test.beforeEach(({ app: _opened }) => undefined);

/** Makes the traffic as short as a test may wait. */
async function shorten(lab: ThrottleLabScreen, seconds: string): Promise<void> {
  const { page } = lab;
  await lab.traffic.getByRole('button', { name: words.traffic.more }).click();
  await page.getByRole('menuitem', { name: words.traffic.settings }).click();
  await page.getByRole('dialog').getByLabel(words.throttle.policy.columns.duration).fill(seconds);
  await page.getByRole('dialog').getByRole('button', { name: words.traffic.dialog.done }).click();
}

test('the traffic goes to the live gateway, and what it answers is laid over the simulation', async ({
  page,
  lab,
}) => {
  await shorten(lab, '4');
  await page.getByRole('radio', { name: words.throttle.shownNames.both }).check({ force: true });
  await lab.simulate();
  await page.getByRole('button', { name: words.throttle.send }).click();
  await expect(lab.results.getByText(/requests sent, \d+ allowed, \d+ rejected with 429$/)).toBeVisible({
    timeout: 120_000,
  });
  // The sample server is reached wherever it listens, with a token that it takes.
  await expect(lab.results.getByText(/^Upstream responses to allowed requests: 200 × \d+$/)).toBeVisible();
  await lab.requests.getByRole('button', { name: words.throttle.results.table }).click();
  await expect(
    lab.requests.getByRole('columnheader', { name: words.throttle.results.columns.liveAllowed }),
  ).toBeVisible();
  // Of the live gateway alone, no number of the simulation stands there without a word.
  // The choice moves neither its switch nor the main act.
  const places = () =>
    Promise.all(['.lab-bar .seg', '.lab-main'].map((each) => page.locator(each).boundingBox()));
  const before = await places();
  await page.getByRole('radio', { name: words.throttle.shownNames.live }).check({ force: true });
  expect(await places()).toEqual(before);
  const done = lab.results.getByText(/requests sent, \d+ allowed/);
  const [sent, allowed] = ((await done.textContent()) ?? '').match(/\d+/g) ?? [];
  await expect(lab.readout('Offered')).toHaveText(sent ?? '');
  await expect(lab.readout('Allowed')).toHaveText(allowed ?? '');
  await expect(lab.why).toContainText(words.throttle.shownNames.simulated);
  await lab.requests.getByRole('button', { name: words.throttle.results.table }).click();
  await lab.stepCursor('End', 1);
  await expect(lab.cursor).toHaveAttribute('aria-valuetext', /s: \d allowed/);
  await lab.show('Gateway');
  const buckets = page.getByRole('region', { name: words.throttle.live.buckets });
  await expect(buckets.getByRole('grid')).toContainText('@example.com');
  await buckets.getByRole('button', { name: words.throttle.live.reset }).click();
  await expect(buckets).toContainText('holds no bucket');
});

test('sending is stopped before its end', { tag: '@long' }, async ({ page, lab }) => {
  await page.getByRole('radio', { name: words.throttle.shownNames.live }).check({ force: true });
  await expect(page.getByRole('heading', { name: words.throttle.live.emptyTitle })).toBeVisible();
  await page.getByRole('button', { name: words.throttle.send }).click();
  await expect(lab.results.getByText(/requests? sent$/)).toBeVisible();
  const pressed = await pressOnceNamed(page.locator('.lab-bar'), words.throttle.send);
  await page.getByRole('button', { name: words.throttle.stop, exact: true }).click();
  await expect(lab.results.getByText(/rejected with 429$/)).toBeVisible();
  // A second press on Stop does not send again.
  await pressed();
  await expect(page.getByRole('button', { name: words.throttle.send })).toBeEnabled();
  await expect(lab.results.getByText(/rejected with 429$/)).toBeVisible();
});

test.describe('with traffic whose simulation takes seconds', () => {
  test.use({
    workspace: {
      'traffic/three-statuses.json': {
        name: 'A late flood',
        durationSeconds: 600,
        seed: 1,
        request: { method: 'GET', uri: 'http://127.0.0.1:9033/orders' },
        clients: [
          {
            id: 'ann',
            attributes: { mail: 'ann@example.com', status: 'gold' },
            patterns: [
              { kind: 'steady', perSecond: 2 },
              ...[590, 591, 592, 593, 594].map((atSeconds) => ({
                kind: 'burst',
                atSeconds,
                requests: 1_000_000,
              })),
            ],
            on429: { kind: 'drop' },
          },
        ],
      },
    },
  });

  test('Stop keeps its place while the simulation that sending began goes on, which has a Cancel of its own', {
    tag: '@long',
  }, async ({ page, lab }) => {
    await page.getByRole('radio', { name: words.throttle.shownNames.live }).check({ force: true });
    await page.getByRole('button', { name: words.throttle.send }).click();
    await expect(lab.results.getByText(/requests? sent$/)).toBeVisible();
    const toolbar = page.locator('.lab-bar');
    const cancel = toolbar.getByRole('button', { name: words.throttle.cancel, exact: true });
    const stop = toolbar.getByRole('button', { name: words.throttle.stop, exact: true });
    await expect(cancel).toBeVisible();
    await stop.click();
    await expect(lab.results.getByText(/rejected with 429$/)).toBeVisible();
    await expect(cancel).toBeVisible();
    await cancel.click();
    await expect(cancel).toHaveCount(0);
  });

  test('a press on Simulate that finds Cancel in its place ends no simulation', { tag: '@long' }, async ({
    lab,
  }) => {
    const toolbar = lab.page.locator('.lab-bar');
    const cancel = toolbar.getByRole('button', { name: words.throttle.cancel, exact: true });
    const simulate = toolbar.getByRole('button', { name: /^Simulate 10 min/ });
    await expect(simulate).toBeEnabled();
    const pressed = await pressOnceNamed(toolbar, words.throttle.cancel);
    await simulate.click();
    await pressed();
    await expect(cancel).toBeEnabled();
    await cancel.click();
    await expect(cancel).toHaveCount(0);
  });
});

test('sending goes on while another route is shown, and is stopped from there', { tag: '@long' }, async ({
  page,
  lab,
}) => {
  const toolbar = page.locator('.lab-bar');
  await lab.addPreset('One rate for all requests', 'two-places');
  await lab.choose(toolbar, 'Route', /Orders by status/);
  // Until then the lab of the route before is in its place.
  await expect(page.getByRole('button', { name: /^Open 10-orders\.json/ })).toBeVisible();
  await page.getByRole('radio', { name: words.throttle.shownNames.live }).check({ force: true });
  await page.getByRole('button', { name: words.throttle.send }).click();
  await expect(lab.results.getByText(/requests? sent$/)).toBeVisible();
  await lab.choose(toolbar, 'Route', /Six in ten seconds/);
  await page.getByRole('button', { name: 'Stop sending to routes/10-orders.json' }).click();
  await expect(page.getByRole('button', { name: /^Stop sending/ })).toHaveCount(0);
  await lab.choose(toolbar, 'Route', /Orders by status/);
  await page.getByRole('radio', { name: words.throttle.shownNames.live }).check({ force: true });
  await expect(lab.results.getByText(/sent, \d+ allowed, \d+ rejected with 429$/)).toBeVisible();
});

test('a stopped gateway is said, and started from there', { tag: '@long' }, async ({ page }) => {
  await new HomeScreen(page).act('Gateway', 'Stop the gateway');
  const lab = new ThrottleLabScreen(page);
  await lab.open();
  await page.getByRole('radio', { name: words.throttle.shownNames.live }).check({ force: true });
  await expect(lab.results.getByText(words.throttle.live.stopped)).toBeVisible();
  await expect(page.getByRole('button', { name: words.throttle.send })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.getByRole('button', { name: words.throttle.live.start }).click();
  await expect(lab.results.getByText(words.throttle.live.stopped)).toHaveCount(0);
});

test.describe('with a route that leads to another machine', () => {
  test.use({
    workspace: {
      'routes/10-orders.json': {
        name: 'elsewhere',
        baseURI: 'https://orders.example.com',
        handler: {
          type: 'Chain',
          config: {
            filters: [
              {
                name: 'throttling',
                type: 'ThrottlingFilter',
                config: { requestGroupingPolicy: '', rate: { numberOfRequests: 6, duration: '10 s' } },
              },
            ],
            handler: 'ReverseProxyHandler',
          },
        },
      },
    },
  });

  test('nothing is sent before the person said so', async ({ page, lab }) => {
    await page.getByRole('radio', { name: words.throttle.shownNames.live }).check({ force: true });
    await page.getByRole('button', { name: words.throttle.send }).click();
    const dialog = page.getByRole('dialog', { name: words.throttle.live.confirmTitle });
    await expect(dialog).toContainText('orders.example.com');
    await dialog.getByRole('button', { name: words.throttle.cancel }).click();
    await expect(lab.results.getByText(/sent/)).toHaveCount(0);
  });
});
