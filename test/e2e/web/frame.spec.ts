import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

test('menus use the height that they have, and fade where they are cut', async ({ app, page }) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  await page.getByRole('button', { name: words.menu.label, exact: true }).click();
  const menu = page.getByRole('menu', { name: words.menu.label });
  const measured = () =>
    menu.evaluate((list) => ({
      height: list.clientHeight,
      start: getComputedStyle(list).getPropertyValue('--cut-start'),
      end: getComputedStyle(list).getPropertyValue('--cut-end'),
    }));
  await expect.poll(async () => (await measured()).height).toBeGreaterThan(650);
  await expect.poll(measured).toMatchObject({ start: '0px', end: '32px' });
  await page.keyboard.press('End');
  await expect.poll(measured).toMatchObject({ start: '32px', end: '0px' });
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.getByRole('button', { name: words.menu.label, exact: true }).click();
  await expect.poll(async () => (await measured()).height).toBeLessThan(281);
  await expect(app.status).toBeVisible();
});

test('a stopped service keeps its last port, and its errors are called after their status', async ({
  app,
  page,
}) => {
  const panel = await app.panel(/^AS \d/);
  await expect(panel.getByText('5xx')).toBeVisible();
  await panel.getByRole('button', { name: words.status.stop }).click();
  await page.keyboard.press('Escape');
  await expect(app.status.getByRole('button', { name: /^AS [1-9]\d+\s*stopped$/ })).toBeVisible();
});

test.describe('a workspace with an error and many notices', () => {
  test.use({ workspace: { 'oauth/clients/broken.json': '{\n  "client_id": "broken",\n  oops\n}\n' } });

  test('has its error counted in the rail and in the status bar, and no notice', async ({ app }) => {
    await expect(app.areas.getByRole('link', { name: /^Problems\s*1 problem$/ })).toBeVisible();
    await expect(app.areas.locator('.nav-count')).toHaveText('1');
    await expect(app.status.getByRole('button', { name: '1 problem' })).toBeVisible();
  });
});

test('without errors and warnings nothing is counted', async ({ app }) => {
  await expect(app.status.getByRole('button', { name: '0 problems' })).toBeVisible();
  await expect(app.areas.locator('.nav-count')).toHaveCount(0);
});

test('an area has one name in the rail, the tab, the screen and the status bar', async ({ app, page }) => {
  for (const area of ['Connectors', 'Consents'] as const) {
    await app.goTo(area);
    await expect(app.tabs().filter({ hasText: area })).toHaveText(area);
    await expect(app.areas.getByRole('link', { name: area, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
  }
  await expect(app.status.getByRole('button', { name: /^Connectors \d/ })).toBeVisible();
  await page.keyboard.press('Alt+7');
  await expect(app.screen('Contract')).toBeVisible();
  await page.keyboard.press('Alt+0');
  await expect(app.screen('Files')).toBeVisible();
});
