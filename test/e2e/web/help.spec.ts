import { help as german } from '#renderer/words/de/help.ts';
import { shell } from '#renderer/words/de/shell.ts';
import { expect, test } from '../support/web.ts';
import { expectAccessible, expectNoSidewaysScrolling } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

test('F1 opens the page about the screen; its links stay in the tab, and Back leads back', async ({
  app,
  page,
}) => {
  await app.goTo('Connectors');
  await page.keyboard.press('F1');
  const article = page.getByRole('article');
  await expect(article.getByRole('heading', { level: 1 })).toHaveText('Connectors and the connector studio');
  await expect(
    page.getByRole('navigation', { name: words.help.contents }).locator('[aria-current]'),
  ).toHaveText('Connectors and the connector studio');
  await expectAccessible(page);
  const link = article.getByRole('link').and(page.locator('[href^="#/help/reference/"]')).first();
  const to = (await link.getAttribute('href')) ?? '';
  await link.click();
  await expect(page).toHaveURL((url) => url.hash === to);
  await expect(article.getByRole('heading', { level: 1 })).not.toHaveText(
    'Connectors and the connector studio',
  );
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(article.getByRole('heading', { level: 1 })).toHaveText('Connectors and the connector studio');
});

test('a search over all pages opens the section that was found, by keys alone', async ({ app, page }) => {
  await app.find('gatehouse://help', /^Open /);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').getByRole('heading').first()).toBeVisible();
  await page.keyboard.press('Control+f');
  await expect(page.getByRole('searchbox', { name: words.help.search })).toBeFocused();
  await page.keyboard.type('placeholders of a connector');
  const hits = page.getByRole('region', { name: words.help.results });
  await expect(hits.getByRole('link').first()).toBeVisible();
  await expectAccessible(page);
  await expect(hits.getByRole('heading')).toHaveText(/^First 40 of \d+ results$/);
  await expect(hits.getByRole('link').first()).toHaveText('Placeholders');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').getByRole('heading', { name: 'Placeholders' })).toBeFocused();
  await expect(page.getByRole('searchbox', { name: words.help.search })).toHaveValue('');

  await page.getByRole('searchbox', { name: words.help.search }).fill('zxqv');
  await expect(page.getByRole('heading', { name: words.help.none })).toBeVisible();
  await page.getByRole('button', { name: words.help.clear }).click();
  await expect(page.getByRole('article')).toBeVisible();
});

test('the palette finds a page, and an address without one says so', async ({ app, page }) => {
  await app.expectLive();
  await app.find('error codes', /^Error codes/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toHaveText('Error codes');
  await app.find('gatehouse://help/guides/nowhere', /^Open /);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: words.help.missing })).toBeVisible();
});

test('a block of code is copied with one press', async ({ app, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.find('gatehouse://help/guides/install', /^Open /);
  await page.keyboard.press('Enter');
  const block = page.locator('.help-code').first();
  await block.hover();
  await block.getByRole('button', { name: words.help.copy }).click();
  await expect(app.toast(words.help.copied)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await block.locator('pre').textContent(),
  );
});

test('says that its files cannot be read, and reads them once they can', async ({ app, page }) => {
  await page.route('**/help/contents.json', (route) => route.fulfill({ status: 500 }));
  await app.find('gatehouse://help', /^Open /);
  await page.keyboard.press('Enter');
  await expect(page.getByText(words.help.failed)).toBeVisible();
  await page.unroute('**/help/contents.json');
  await page.reload();
  await expect(page.getByRole('article')).toBeVisible();
});

test.describe('on a system that prefers German', () => {
  test.use({ locale: 'de-DE' });

  test('Help has German controls, and its pages say that they are English', async ({ host, page }) => {
    await page.goto(host.ui);
    await page.getByRole('button', { name: shell.nav.help, exact: true }).click();
    await expect(page.getByRole('heading', { name: german.title })).toBeVisible();
    await expect(page.getByRole('article')).toHaveAttribute('lang', 'en');
    await page.getByRole('searchbox', { name: german.search }).fill('zxqv');
    await expect(page.getByRole('heading', { name: german.none })).toBeVisible();
    await expectAccessible(page, ['light']);
  });
});

test('Help fits a narrow window', async ({ app, page }) => {
  await page.setViewportSize({ width: 800, height: 700 });
  await app.find('gatehouse://help/reference/cli', /^Open /);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoSidewaysScrolling(page);
});
