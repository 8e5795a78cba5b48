import type { Page } from '@playwright/test';
import { expect, test } from '../support/web.ts';
import { expectAccessible, expectNoSidewaysScrolling } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const drawerOf = (page: Page) => page.getByRole('region', { name: words.values.drawer, exact: true });
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('a token is copied by one act, and shown nowhere', async ({ flows, page }) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await flows.values.getByRole('button', { name: 'Copy access_token' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'access_token copied' })).toBeVisible();
  const token = await clipboard(page);
  expect(token).toMatch(/^[\w.-]{20,}$/);
  expect(await page.locator('body').innerText()).not.toContain(token);
});

test('the drawer lists every value, and tells of each where it is from, where it went and what it says', async ({
  flows,
  page,
}) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await page.keyboard.press('Control+i');
  const drawer = drawerOf(page);
  await expect(drawer.getByRole('button', { name: 'Inspect access_token' })).toBeFocused();
  await expect(drawer.getByRole('list').getByRole('listitem')).toHaveText([
    /^code_verifier/,
    /^state.*matches/,
    /^code.*used up/,
    /^access_token/,
    /^refresh_token/,
  ]);
  const about = page.getByRole('region', { name: 'About access_token' });
  await expect(about.getByText(words.token.forms.opaque, { exact: true })).toBeVisible();
  await expect(about.getByRole('region', { name: words.token.stored })).toContainText('orders.read');
  await test.step('a step that it went into is one press away', async () => {
    const used = about.getByRole('button', { name: /^Step \d+$/ });
    await expect(used).toHaveCount(2);
    await used.last().click();
    await expect(flows.step(/GET \/orders/)).toHaveAttribute('aria-selected', 'true');
    await expect(drawer).toBeVisible();
  });
  await test.step('a verifier says where it went; there is nothing in it to take apart', async () => {
    await drawer.getByRole('button', { name: 'Inspect code_verifier' }).click();
    const verifier = page.getByRole('region', { name: 'About code_verifier' });
    await expect(verifier.getByText(words.values.used)).toBeVisible();
    await expect(verifier.getByRole('tab')).toHaveCount(0);
  });
  await expectAccessible(page);
  await page.keyboard.press('Control+i');
  await expect(drawer).toHaveCount(0);
});

for (const width of [1_024, 1_280, 1_440])
  test(`at ${width} px the drawer stands beside the panes and covers none of them`, async ({
    flows,
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await flows.choose('Client', 'portal-web');
    await flows.runUnattended();
    await flows.tokenStep.click();
    await page.keyboard.press('Control+i');
    const left = (await drawerOf(page).boundingBox())?.x ?? 0;
    for (const pane of [flows.request, flows.steps.first(), flows.runs]) {
      const box = await pane.boundingBox();
      expect(box?.width).toBeGreaterThan(200);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(left + 1);
    }
    await expectNoSidewaysScrolling(page);
    await expectAccessible(page);
  });

test('in a narrow window the drawer is a sheet over the panes, and Escape leads back', async ({
  flows,
  page,
}) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await page.setViewportSize({ width: 800, height: 900 });
  await page.getByRole('tab', { name: words.values.title, exact: true }).click();
  const chip = flows.values.getByRole('button', { name: 'Inspect refresh_token' });
  await chip.click();
  const drawer = drawerOf(page);
  await expect(drawer.getByRole('button', { name: 'Inspect refresh_token' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'About refresh_token' })).toContainText('Refresh token');
  await expectNoSidewaysScrolling(page);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(chip).toBeFocused();
});

test('a code that is used twice ends its tokens, and shelf and drawer say so', async ({ flows, page }) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await expect(flows.values.getByRole('listitem').filter({ hasText: 'access_token' })).toContainText('valid');
  await page.getByRole('button', { name: 'Edit and resend' }).click();
  await expect(flows.field('grant_type')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  const chip = flows.values.getByRole('listitem').filter({ hasText: 'access_token' });
  await expect(chip).toHaveText(/^access_token\s*revoked$/);
  await page.keyboard.press('Control+i');
  const about = page.getByRole('region', { name: 'About access_token' });
  await expect(about.getByText('revoked', { exact: true })).toHaveCount(2);
  await expect(about).not.toContainText('not checked');
});

test('the palette offers first what can be done with the tokens of the run', async ({ app, flows, page }) => {
  await flows.choose('Client', 'portal-web');
  await flows.runUnattended();
  await page.keyboard.press('Control+k');
  const first = app.palette.getByRole('option').first();
  await expect(first).toContainText('Copy access_token');
  await page.keyboard.type('introspect');
  await expect(first).toContainText('Introspect access_token');
  await page.keyboard.press('Enter');
  await expect(flows.steps.last()).toHaveAttribute('aria-selected', 'true');
  await expect(flows.steps.last()).toContainText('introspect');
});
