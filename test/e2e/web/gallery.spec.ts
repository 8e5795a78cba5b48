import type { Locator } from '@playwright/test';
import { setInSameFont } from '../support/same-font.ts';
import { expect, test } from '../support/web.ts';
import {
  expectAccessible,
  expectAccessibleInForcedColours,
  expectNoSidewaysScrolling,
} from '../support/web-checks.ts';
import { startWebHost, type WebHost } from '../support/web-host.ts';

// The gallery needs a server of files and no engine: one is enough for all its tests.
test.describe.configure({ mode: 'default' });
let host: WebHost;
test.beforeAll(async () => {
  host = await startWebHost();
});
test.afterAll(() => host.discard());

const gallery = (query: string) => new URL(`/gallery.html?${query}`, host.ui).href;
const looks = (['light', 'dark'] as const).flatMap((theme) =>
  (['normal', 'more'] as const).flatMap((contrast) =>
    (['compact', 'comfortable'] as const).map((density) => ({ theme, contrast, density })),
  ),
);

/** The two that differ in everything; the others are looks of which each part stands in one of them. */
const first = ['light-normal-compact', 'dark-more-comfortable'];

for (const { theme, contrast, density } of looks) {
  const tag = first.includes(`${theme}-${contrast}-${density}`) ? [] : ['@long'];
  const name = `${theme}, ${contrast === 'more' ? 'high contrast' : 'usual contrast'}, ${density}`;
  test(`every part looks as agreed and has no barrier: ${name}`, { tag }, async ({ page }) => {
    await page.goto(gallery(new URLSearchParams({ theme, contrast, density }).toString()));
    await expect(page.getByRole('heading', { name: 'Gatehouse parts' })).toBeVisible();
    await setInSameFont(page);
    // The theme is chosen by the address, whatever the machine wants.
    await expectAccessible(page, ['light']);
    test.skip(process.platform !== 'linux', 'pictures were taken with the font rendering of Linux');
    await expect(page).toHaveScreenshot(`${theme}-${contrast}-${density}.png`, {
      fullPage: true,
      animations: 'disabled',
      caret: 'hide',
      maxDiffPixelRatio: 0.01,
    });
  });
}

test('with forced colours nothing is lost, and the focus is seen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(gallery(''));
  await expect(page.getByRole('heading', { name: 'Gatehouse parts' })).toBeVisible();
  await expectAccessibleInForcedColours(page);
  // Chosen options are told apart by colours of the system.
  const ground = (of: Locator) => of.evaluate((element) => getComputedStyle(element).backgroundColor);
  const chosen = page.locator('.seg label', { has: page.getByRole('radio', { name: 'Form' }) });
  const other = page.locator('.seg label', { has: page.getByRole('radio', { name: 'JSON' }) });
  expect(await ground(chosen)).not.toBe(await ground(other));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const ring = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
    return { outlineStyle, widthPx: Number.parseFloat(outlineWidth) };
  });
  expect(ring.outlineStyle).not.toBe('none');
  expect(ring.widthPx).toBeGreaterThanOrEqual(2);
});

test('at 400 % nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(gallery(''));
  await expect(page.getByRole('heading', { name: 'Gatehouse parts' })).toBeVisible();
  await expectNoSidewaysScrolling(page);
});
