import type { Page } from '@playwright/test';
import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

/** A screen of each kind, by the name of its script, in the order in which they are fetched ahead. */
const screens = ['throttle-lab', 'consents', 'contract'];

/** Which of them, and whether the palette, was fetched. */
async function fetchedScreens(page: Page): Promise<readonly string[]> {
  const paths = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  return [...screens, 'palette'].filter((name) =>
    paths.some((path) => path.startsWith(`/assets/${name}-`) && path.endsWith('.js')),
  );
}

test('a screen is fetched when it is gone to, for whoever saves data', async ({ app, page }) => {
  expect(await fetchedScreens(page)).toEqual([]);
  await app.goTo('Throttle');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await fetchedScreens(page)).toEqual(['throttle-lab']);
});

test.describe('for everybody else', () => {
  test.use({ fetchesAhead: true });

  test('the other screens and the palette are fetched once the first one stands', async ({ app, page }) => {
    await expect.poll(() => fetchedScreens(page)).toEqual([...screens, 'palette']);
    await expect(app.tabs()).toHaveText([words.nav.home]);
  });

  test('a screen, the palette and the wire that were fetched are shown without a blank before them', async ({
    app,
    page,
  }) => {
    const fetched = () =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/wire-panel-')),
      );
    await expect.poll(fetched).toBe(true);
    await expect.poll(() => fetchedScreens(page)).toContain('palette');
    const blanks = await page.evaluateHandle(() => {
      const seen: string[] = [];
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if (node instanceof Element && node.querySelector('.screen-loading, .wire-panel:empty') !== null)
              seen.push(node.className);
      }).observe(document.body, { subtree: true, childList: true });
      return seen;
    });
    for (const area of ['Activity', 'Contract', 'Identity'] as const) {
      await app.goTo(area);
      await expect(app.screen(area)).toBeVisible();
    }
    await page.keyboard.press('Control+j');
    await expect(page.getByText(words.activity.choose)).toBeVisible();
    expect(await blanks.jsonValue()).toEqual([]);
  });
});
