import type { Page } from '@playwright/test';
import { measureReach, type Reach } from '../support/reach.ts';
import { walk } from '../support/tour/stop.ts';
import { tours } from '../support/tour/tours.ts';
import { expect, test } from '../support/web.ts';

const wide = { width: 1280, height: 1024 };
const small = [
  // A window of 1,280 × 1,024 px at 400 %. WCAG 2.2 §1.4.10
  { width: 320, height: 256 },
  { width: 800, height: 600 },
];
// Only what is at fault takes so long: what has settled is found so at once.
const settlingMillis = 10_000;

test.use({ viewport: wide });

const faultsOf = (reach: Reach) =>
  Object.entries(reach).flatMap(([kind, all]) => (all as readonly string[]).map((one) => `${kind}: ${one}`));

/** What cannot be got at once the window, which has just been resized, has settled. */
async function faults(page: Page): Promise<readonly string[]> {
  let found: readonly string[] = [];
  await expect
    .poll(async () => (found = faultsOf(await measureReach(page))).length, {
      timeout: settlingMillis,
      intervals: [50, 100, 200],
    })
    .toBe(0)
    .catch(() => undefined);
  return found;
}

for (const [what, stops] of Object.entries(tours))
  test(`at 400 % and at 800 px everything can be read and reached: ${what}`, async ({ app, host, page }) => {
    test.setTimeout(300_000);
    const found: Record<string, readonly string[]> = {};
    const panes = page.getByRole('tabpanel').first().getByRole('tab');
    await walk({ app, host, page }, stops, async (stop) => {
      const note = async (at: string) => {
        const all = await faults(page);
        if (all.length > 0) found[at] = all;
      };
      const tabsWhenWide = await panes.allTextContents();
      for (const size of small) {
        await page.setViewportSize(size);
        const at = `${stop} at ${size.width} × ${size.height}`;
        await note(at);
        // Parts that stand side by side in a wide window stand behind tabs here.
        const isUnderDialog = (await page.locator('.scrim').count()) > 0;
        const tabs = isUnderDialog ? [] : await panes.allTextContents();
        for (const [index, tab] of tabs.entries()) {
          if (tabsWhenWide.includes(tab)) continue;
          await panes.nth(index).click();
          await note(`${at}: ${tab}`);
        }
      }
      await page.setViewportSize(wide);
    });
    expect(found).toEqual({});
  });
