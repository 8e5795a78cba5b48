import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

test.use({ viewport: { width: 1280, height: 800 } });

test('what ends or waits is said once to a screen reader, also over a dialog', async ({ flows, page }) => {
  // Every sentence that ever entered the region, as a screen reader hears them.
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const region = document.querySelector('[data-live-announcer][aria-live=polite]');
    if (region === null) throw new Error('The region of announcements is not there.');
    new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) heard.push(node.textContent ?? '');
    }).observe(region, { childList: true });
  });
  const heard = () => page.evaluate(() => (window as unknown as { readonly heard: readonly string[] }).heard);
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await expect.poll(heard).toEqual(['Run 1 passed.']);
  await flows.stepOn();
  await flows.expectHeld('the request is sent', 'GET /as/authorization.oauth2');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: words.keys.title })).toBeVisible();
  const region = page.locator('[data-live-announcer][aria-live=polite]');
  await expect(region).not.toHaveAttribute('aria-hidden');
  await expect(region).not.toHaveAttribute('inert');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: words.common.cancel, exact: true }).click();
  await expect
    .poll(heard)
    .toEqual([
      'Run 1 passed.',
      'Paused before the request is sent. Step 1: GET /as/authorization.oauth2',
      expect.stringMatching(/^Run 2 was cancelled\./),
    ]);
});

test('a text that has no room says its whole when it is pointed at', async ({ app: _opened, page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const search = page.getByText(words.palette.placeholder);
  await search.hover();
  await expect(search).toHaveAttribute('title', 'Search or run a command');
  await page.mouse.move(0, 0);
  await expect(search).not.toHaveAttribute('title');
});
