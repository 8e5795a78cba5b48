import { expect, type Page } from '@playwright/test';
import { axeFaults } from './axe.ts';

type Theme = 'light' | 'dark';

/**
 * The faults that axe can see in a page, in the light and in the dark theme. By the first one everything is looked at,
 * by the second what depends on colours.
 */
export async function barriers(
  page: Page,
  themes: readonly Theme[] = ['light', 'dark'],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme });
    const faults = await axeFaults(page, index === 0 ? 'all' : 'colours');
    const told = faults.flatMap(({ id, nodes }) =>
      nodes
        // The grid around these rows has the focus, and its keys scroll them.
        .filter(
          ({ target }) => id !== 'scrollable-region-focusable' || !String(target).includes('.log-scroll'),
        )
        .map((node) => `${colorScheme} ${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    );
    found.push(...told);
  }
  return found;
}

/** Expects a page to have none of them. */
export async function expectAccessible(page: Page, themes?: readonly Theme[]): Promise<void> {
  expect(await barriers(page, themes)).toEqual([]);
}

/** Expects a page in forced colours to have no fault that axe can see; what it takes for colours are not those shown. */
export async function expectAccessibleInForcedColours(page: Page): Promise<void> {
  const faults = await axeFaults(page, 'but contrast');
  expect(faults.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)).toEqual([]);
}

/** Expects nothing to reach beyond the window sideways, and nothing but panes to scroll. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const tooWide = () =>
    page.evaluate(() => {
      const isScroller = (element: Element) =>
        !['visible', 'clip'].includes(getComputedStyle(element).overflowX);
      return (
        [...document.querySelectorAll('html, body, body *')]
          .filter((element) => element.scrollWidth > element.clientWidth + 1 && isScroller(element))
          // The editor scrolls its long text by itself.
          .filter((element) => element.closest('.monaco-editor') === null)
          // The strip of open tabs scrolls by itself, as that of a browser does.
          .filter((element) => element.closest('.doctabs') === null)
          // A table of data may be read both ways. WCAG 2.2 §1.4.10
          .filter((element) => element.closest('[data-both-ways]') === null)
          // Cut on purpose: words for screen readers, and names whose end is dotted.
          .filter(
            (element) => element.clientWidth > 1 && getComputedStyle(element).textOverflow !== 'ellipsis',
          )
          .map(
            (element) =>
              `${element.parentElement?.className} > ${element.tagName} ${element.className} ${element.scrollWidth} > ${element.clientWidth}`,
          )
      );
    });
  // A window that has just been resized settles first.
  await expect.poll(tooWide).toEqual([]);
}

const usualSize = { width: 1280, height: 800 };
// A window of 1,280 px at 400 % has room for 320 px.
const narrowSizes = [
  { width: 800, height: 800 },
  { width: 320, height: 640 },
];

/** Expects what is shown to have no barrier in either theme, and to fit a wide, a narrow and a magnified window. */
export async function expectSound(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
  for (const size of narrowSizes) {
    await page.setViewportSize(size);
    await expectNoSidewaysScrolling(page);
  }
  await page.setViewportSize(usualSize);
}
