import type { CDPSession, Page } from '@playwright/test';
import { nameFaults } from '../support/names.ts';
import { lostInForcedColours, motions } from '../support/perception.ts';
import { measureReach, type Reach } from '../support/reach.ts';
import { walk } from '../support/tour/stop.ts';
import { tours } from '../support/tour/tours.ts';
import { expect, test } from '../support/web.ts';
import { barriers } from '../support/web-checks.ts';

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

/** Lists parts out of reach once the window, which has just been resized, has settled. */
async function outOfReach(page: Page): Promise<readonly string[]> {
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

/** The same in small windows, where parts that stand side by side in a wide one stand behind tabs. */
async function outOfReachWhenSmall(page: Page): Promise<readonly string[]> {
  const panes = page.getByRole('tabpanel').first().getByRole('tab');
  const tabsWhenWide = await panes.allTextContents();
  const found: string[] = [];
  const note = async (at: string) =>
    found.push(...(await outOfReach(page)).map((fault) => `${at}: ${fault}`));
  for (const size of small) {
    await page.setViewportSize(size);
    const at = `${size.width} × ${size.height}`;
    await note(at);
    const isUnderDialog = (await page.locator('.scrim').count()) > 0;
    const tabs = isUnderDialog ? [] : await panes.allTextContents();
    for (const [index, tab] of tabs.entries()) {
      // Under a sheet nothing is pressed.
      const isInert = await panes.nth(index).evaluate((element) => element.closest('[inert]') !== null);
      if (tabsWhenWide.includes(tab) || isInert) continue;
      await panes.nth(index).click();
      await note(`${at}, ${tab}`);
    }
  }
  await page.setViewportSize(wide);
  return found;
}

/** Lists the faults of a wide window: names, movements, barriers, losses in forced colours. */
async function faultsWhenWide(page: Page, session: CDPSession): Promise<readonly string[]> {
  // The pairs of colours that are in use here are those of the dark theme: `npm run check` computes them all.
  const found = await barriers(page, ['light']);
  const faults = [...(await nameFaults(session)), ...(await motions(page)), ...found];
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  faults.push(...(await lostInForcedColours(page)).map((lost) => `forced colours: ${lost}`));
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
  return faults;
}

for (const [what, stops] of Object.entries(tours))
  test(`everything has a name, is seen, stands still, can be read and be reached: ${what}`, async ({
    app,
    host,
    page,
  }) => {
    test.setTimeout(300_000);
    const session = await page.context().newCDPSession(page);
    const found: Record<string, readonly string[]> = {};
    await walk({ app, host, page }, stops, async (stop) => {
      const faults = [...(await faultsWhenWide(page, session)), ...(await outOfReachWhenSmall(page))];
      if (faults.length > 0) found[stop] = faults;
    });
    expect(found).toEqual({});
  });
