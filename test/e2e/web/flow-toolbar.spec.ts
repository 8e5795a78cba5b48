import type { Page } from '@playwright/test';
import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

interface Bar {
  /** Upper edges of what stands in the bar, each once. */
  readonly lines: number;
  readonly height: number;
  readonly run: { readonly left: number; readonly width: number };
  readonly overflow: number;
}

/** The toolbar as it is laid out. */
function measured(page: Page): Promise<Bar> {
  return page.locator('.flow-bar').evaluate((bar): Bar => {
    const controls = [...bar.querySelectorAll<HTMLElement>('.btn, .sel, .seg')];
    const middles = controls.map((control) => {
      const { top, height } = control.getBoundingClientRect();
      return Math.round((top + height / 2) / 4);
    });
    const { left, width } =
      bar.querySelector('.btn.primary')?.getBoundingClientRect() ?? bar.getBoundingClientRect();
    return {
      lines: new Set(middles).size,
      height: Math.round(bar.getBoundingClientRect().height),
      run: { left: Math.round(left), width: Math.round(width) },
      overflow: Math.max(0, bar.scrollWidth - bar.clientWidth),
    };
  });
}

test('the toolbar is one line at every wide window, and Run keeps its label, its width and its place', async ({
  flows,
  page,
}) => {
  const run = page.locator('.flow-bar').getByRole('button', { name: words.flows.run, exact: true });
  const widths = [1024, 1280, 1440] as const;
  const before = new Map<number, Bar>();
  await flows.choose('Client', 'portal-web');
  await flows.useBrowser('Unattended');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const bar = await measured(page);
    expect(bar, `at ${width} px`).toMatchObject({ lines: 1, overflow: 0 });
    before.set(width, bar);
  }
  await flows.breakAt('POST /as/token.oauth2', 'before sending');
  await flows.run();
  await flows.expectHeld('the request is sent', 'POST /as/token.oauth2');
  await page.keyboard.press('F5');
  await expect(flows.runs.getByRole('option').first()).toContainText(words.runs.states.passed);
  await expect(run).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect(await measured(page), `at ${width} px`).toEqual(before.get(width));
  }
});

test('after a run the answer that brought the token is chosen, and stands in view', async ({
  flows,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await expect(flows.tokenStep).toHaveAttribute('aria-selected', 'true');
  await expect(flows.tokenStep).toBeInViewport({ ratio: 1 });
  await expect(flows.response).toContainText('"access_token"');
});
