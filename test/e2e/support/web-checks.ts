import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Expects a page to have no fault that axe can see, in the light and in the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${colorScheme} ${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    );
    expect(found).toEqual([]);
  }
}

/** Expects nothing to reach beyond the window sideways, and nothing but panes to scroll. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    const isScroller = (element: Element) =>
      !['visible', 'clip'].includes(getComputedStyle(element).overflowX);
    return (
      [...document.querySelectorAll('html, body, body *')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1 && isScroller(element))
        // What is cut on purpose: words for screen readers, and names whose end is dotted.
        .filter((element) => element.clientWidth > 1 && getComputedStyle(element).textOverflow !== 'ellipsis')
        .map(
          (element) =>
            `${element.tagName} ${element.className} ${element.scrollWidth} > ${element.clientWidth}`,
        )
    );
  });
  expect(wide).toEqual([]);
}
