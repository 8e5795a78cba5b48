import { ThrottleLabScreen } from '../support/throttle-screen.ts';
import { expect, test } from '../support/web.ts';
import {
  expectAccessible,
  expectAccessibleInForcedColours,
  expectNoSidewaysScrolling,
  expectSound,
} from '../support/web-checks.ts';
import { words } from '../support/words.ts';

test.use({ viewport: { width: 1280, height: 800 } });
// Every story begins in the opened window.
test.beforeEach(({ app: _opened }) => undefined);

test('the lab before and after a simulation has no barrier, and fits every window', async ({ page, lab }) => {
  await expectSound(page);
  await lab.simulate();
  await expectSound(page);
});

test('no part of the results has a barrier', async ({ page, lab }) => {
  await lab.simulate();
  for (const name of ['Heat map', 'Retry-After', 'Requests', 'Compare', 'Gateway'] as const) {
    await lab.show(name);
    await expectAccessible(page);
  }
});

test('the tables behind the charts have no barrier', async ({ page, lab }) => {
  await lab.simulate();
  for (const button of await lab.results.getByRole('button', { name: words.throttle.results.table }).all())
    await button.click();
  await expectAccessible(page);
});

test('route JSON, script, a wrong policy and the dialogs have no barrier', async ({ page, lab }) => {
  await lab.policy.getByRole('combobox', { name: words.throttle.policy.group }).fill('${nowhere}');
  await expect(lab.policy).toContainText('Character');
  await expectAccessible(page);
  await lab.view('Script');
  await expectAccessible(page);
  await lab.view('Route JSON');
  await expect(lab.policy.locator('.view-line').first()).toBeVisible();
  await expectAccessible(page);
  await lab.traffic.getByRole('button', { name: 'Edit ann' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: words.throttle.newRoute }).click();
  await expectAccessible(page);
});

test('in a narrow window each part stands behind its tab', async ({ page, lab }) => {
  await lab.simulate();
  await page.setViewportSize({ width: 800, height: 800 });
  for (const name of ['Policy', 'Traffic', 'Charts', 'Why']) {
    await page.getByRole('tab', { name, exact: true }).click();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScrolling(page);
    await page.setViewportSize({ width: 800, height: 800 });
  }
});

test('in forced colours what is allowed and refused is still told apart', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const lab = new ThrottleLabScreen(page);
  await lab.open();
  await lab.simulate();
  await expectAccessibleInForcedColours(page);
  const colours = await page
    .locator('.chart-plot canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      const seen = new Set<string>();
      for (let at = 0; at < data.length; at += 4)
        if ((data[at + 3] ?? 0) === 255) seen.add(`${data[at]},${data[at + 1]},${data[at + 2]}`);
      return seen.size;
    });
  expect(colours).toBeGreaterThan(2);
});

test('a policy is changed, simulated and explained by keyboard alone', async ({ app, page }) => {
  await page.keyboard.press('Alt+5');
  const lab = new ThrottleLabScreen(page);
  const gold = lab.policy.getByLabel('Requests of gold');
  await expect(gold).toBeVisible();
  for (let tries = 0; tries < 60; tries += 1) {
    if (await gold.evaluate((field) => field === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(gold).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('2');
  await page.keyboard.press('Control+Enter');
  await expect(lab.requests).toBeVisible();
  await app.command('Next decision');
  await expect(lab.why).toContainText(/429 Too Many Requests|200 OK/);
  await app.command('Apply the policy to the gateway');
  await expect(app.said('routes/10-orders.json saved')).toBeVisible();
});
