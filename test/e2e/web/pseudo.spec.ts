import type { Page } from '@playwright/test';
import { expect, test } from '../support/web.ts';

/** Texts and names on the page that have letters and stand outside the brackets of the pseudo language. */
async function wordsOfNoCatalogue(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    // Data: what the workspace and the services say, and what is typed on a keyboard or the wire.
    const data = 'kbd, code, pre, svg, .mono, [data-words="data"]';
    const isForeign = (text: string) => /[A-Za-z]{2}/.test(text) && !/^\W*\[.*\]\W*$/su.test(text);
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const holder = node.parentElement;
      if (holder === null || holder.closest(`script, style, ${data}`) !== null) continue;
      if (!holder.checkVisibility() || !isForeign(text)) continue;
      found.push(text);
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
      if (element.closest(data) !== null || !element.checkVisibility()) continue;
      for (const name of ['aria-label', 'placeholder', 'title']) {
        const text = element.getAttribute(name) ?? '';
        if (isForeign(text)) found.push(`${name}: ${text}`);
      }
    }
    return [...new Set(found)];
  });
}

test('in the pseudo language every word of the screens comes from the catalogue', async ({ app, page }) => {
  const body = await app.settings('Appearance');
  await body.getByRole('button', { name: /Language$/ }).click();
  await page.getByRole('option', { name: /^Pseudo language/ }).click();
  await expect(page.getByRole('region', { name: /^\[/ }).first()).toBeVisible();
  const links = page.getByRole('navigation').first().getByRole('link');
  // Texts of the workspace, and the names that the engine gives to its flows.
  const data = [
    'Sample workspace',
    'product',
    'portal-web',
    'ann',
    'Authorization code + PKCE',
    'Hosted server',
    'Orders by status',
  ];
  const foreign = async () =>
    (await wordsOfNoCatalogue(page)).filter((text) => !data.includes(text.replace('title: ', '')));
  expect(await foreign()).toEqual([]);
  for (const [index, name] of [
    'Home',
    'Identity',
    'Flows',
    'Connectors',
    'Throttle',
    'Consents',
    'Contract',
    'Activity',
  ].entries()) {
    await links.nth(index).click();
    await expect(links.nth(index)).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('tabpanel').first()).not.toBeEmpty();
    if (name === 'Throttle') {
      await page.keyboard.press('Control+Enter');
      await expect(page.locator('.plot-frame').first()).toBeVisible();
    }
    expect({ [name]: await foreign() }).toEqual({ [name]: [] });
    if (name !== 'Contract') continue;
    const parts = page.getByRole('tabpanel').first().getByRole('tablist').getByRole('tab');
    for (let at = 1; at < 4; at += 1) {
      await parts.nth(at).click();
      expect({ at, words: await foreign() }).toEqual({ at, words: [] });
    }
  }
});
