import { expect, test } from '../support/web.ts';
import { expectNoSidewaysScrolling } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

const longName = 'a-client-whose-name-was-made-by-a-machine-and-has-sixty-chars';
const scopes = Array.from({ length: 19 }, (_, index) => `https://api.example.com/scopes/orders.${index}`);
const allScopes = ['orders.read', ...scopes].join(' ');
const sampleCallback = 'http://127.0.0.1:9035/cb';

test.use({
  workspace: {
    [`oauth/clients/${longName}.json`]: {
      client_id: longName,
      client_secret: 'a-long-secret',
      redirect_uris: [sampleCallback, `https://app.example.com/${'callback/'.repeat(33)}`],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: allScopes,
    },
  },
});

test('long names, twenty scopes and narrow windows make nothing scroll sideways', async ({ flows, page }) => {
  await flows.choose('Client', longName);
  await flows.runUnattended();
  await flows.authorizationStep.click();
  await expect(flows.request).toContainText('orders.18');
  for (const width of [1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByRole('tab', { name: 'Steps' })).toHaveCount(0);
    await expect(flows.request).toBeInViewport();
    await expect(flows.trace).toBeInViewport();
    await expect(flows.values).toBeInViewport();
    await expectNoSidewaysScrolling(page);
  }
});

test('at 800 px the panes stand behind tabs, and each of them fits', async ({ flows, page }) => {
  await page.setViewportSize({ width: 800, height: 900 });
  await flows.choose('Client', longName);
  await flows.useBrowser('Unattended');
  await flows.run();
  await expect(flows.steps.last()).toContainText('ann');
  await flows.tokenStep.click();
  const panes = [
    ['Request', flows.request],
    ['Response', flows.response],
    ['Server trace', flows.trace],
    ['Runs', flows.runs],
    ['Values', flows.values],
  ] as const;
  for (const [name, pane] of panes) {
    await page.getByRole('tab', { name, exact: true }).click();
    await expect(pane).toBeInViewport();
    await expectNoSidewaysScrolling(page);
  }
  await page.getByRole('tab', { name: 'Steps' }).click();
  await page.keyboard.press('Control+j');
  await page.getByRole('listbox', { name: words.wire.list }).getByRole('option').first().click();
  await expect(page.getByRole('region', { name: 'Wire: Request fields' })).toBeVisible();
  await expectNoSidewaysScrolling(page);
});

test('the chosen theme holds after a reload, against that of the machine', { tag: '@long' }, async ({
  flows,
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Theme: system' }).click();
  await page.getByRole('menuitemradio', { name: 'light' }).click();
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Theme: light' })).toBeVisible();
  expect(await ground()).toBe(light);
  await page.getByRole('button', { name: 'Theme: light' }).click();
  await page.getByRole('menuitemradio', { name: 'dark' }).click();
  await expect.poll(ground).not.toBe(light);
  await expect(flows.status).toBeVisible();
});
