import type { Page } from '@playwright/test';
import type { AppWindow } from '../support/app-window.ts';
import { letDraftsBeKept } from '../support/keep.ts';
import { expect, test } from '../support/web.ts';
import { expectNoSidewaysScrolling } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

const areas = [
  'Identity',
  'Flows',
  'Connectors',
  'Throttle',
  'Consents',
  'Contract',
  'Activity',
  'Problems',
] as const;
const widths = [1024, 1280, 1440, 1920];

function closeOf(app: AppWindow, name: string) {
  return app.tabs().filter({ hasText: name }).locator('..').locator('.doctab-close');
}

/** The name of the tab that is shown has all the room that it needs. */
async function isShownWhole(page: Page): Promise<boolean> {
  return page
    .locator('[role=tab][aria-selected=true] .doctab-name')
    .evaluate((name) => name.scrollWidth <= name.clientWidth);
}

test('an area that is only looked at gives its tab to the next one, until something is done in it', async ({
  app,
  page,
  problems,
}) => {
  await app.goTo('Problems');
  await app.goTo('Activity');
  await expect(app.tabs()).toHaveText([words.nav.home, words.nav.activity]);
  const style = () =>
    app
      .tabs()
      .last()
      .locator('.doctab-name')
      .evaluate((name) => getComputedStyle(name).fontStyle);
  expect(await style()).toBe('italic');

  // Back goes to the area that was looked at before, in the same tab.
  await page.goBack();
  await expect(app.tabs()).toHaveText([words.nav.home, words.nav.problems]);
  await expect(app.screen('Problems')).toBeVisible();
  await page.goForward();
  await expect(app.screen('Activity')).toBeVisible();

  await app.screen('Activity').locator('input').first().click();
  expect(await style()).toBe('normal');
  await app.goTo('Problems');
  await expect(app.tabs()).toHaveText([words.nav.home, words.nav.activity, words.nav.problems]);
  await app.tabs().last().dblclick();
  await app.goTo('Files');
  await expect(app.tabs()).toHaveText([
    words.nav.home,
    words.nav.activity,
    words.nav.problems,
    words.nav.files,
  ]);
  await app.tabs().last().click({ button: 'right' });
  await page.getByRole('menuitem', { name: words.tabs.acts.keep }).click();
  await page.getByRole('button', { name: words.nav.settings, exact: true }).click();
  await expect(app.tabs()).toHaveText([
    words.nav.home,
    words.nav.activity,
    words.nav.problems,
    words.nav.files,
    words.nav.settings,
  ]);
  await letDraftsBeKept(page);
  await page.reload();
  await app.expectLive();
  await app.goTo('Identity');
  await expect(app.tabs()).toHaveText([
    words.nav.home,
    words.nav.activity,
    words.nav.problems,
    words.nav.files,
    words.nav.identity,
  ]);
  expect(problems).toEqual([]);
});

test('each tab is closed where it stands: by its button, by the middle button of the mouse, by Delete', async ({
  app,
  page,
}) => {
  for (const area of ['Files', 'Problems', 'Activity'] as const) await app.keep(area);
  await app.tabs().nth(1).click();
  const opacity = (name: string) => closeOf(app, name).evaluate((button) => getComputedStyle(button).opacity);
  expect(await opacity('Files')).toBe('1');
  expect(await opacity('Problems')).toBe('0');
  await app.tabs().filter({ hasText: words.nav.problems }).hover();
  await expect.poll(() => opacity('Problems')).toBe('1');
  await closeOf(app, 'Problems').click();
  await expect(app.tabs()).toHaveText([words.nav.home, words.nav.files, words.nav.activity]);
  await expect(app.screen('Files')).toBeVisible();
  await app.tabs().last().click({ button: 'middle' });
  await expect(app.tabs()).toHaveText([words.nav.home, words.nav.files]);
  await app.tabs().last().focus();
  await page.keyboard.press('Delete');
  await expect(app.tabs()).toHaveText([words.nav.home]);
  await page.getByRole('button', { name: words.tabs.open }).click();
  await expect(app.tabs()).toHaveText([words.nav.home, words.nav.home]);
});

test('the name of the shown tab is whole at every width; the others give way, and a list has them all', async ({
  app,
  page,
}) => {
  for (const area of areas) await app.keep(area);
  for (const file of ['portal-web.json', 'batch-job.json', 'mobile-app.json']) {
    await app.find(file, file);
    await page.keyboard.press('Enter');
    await expect(app.tabs().filter({ hasText: file })).toBeVisible();
  }
  const count = await app.tabs().count();
  const looked = [0, Math.floor(count / 2), count - 1];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const at of looked) {
      await app.tabs().nth(at).click();
      await expect.poll(() => isShownWhole(page), `tab ${at} at ${width} px`).toBe(true);
      await expect(app.tabs().nth(at)).toBeInViewport({ ratio: 1 });
    }
    await expectNoSidewaysScrolling(page);
  }
  await page.setViewportSize({ width: 1024, height: 800 });
  await page.getByRole('button', { name: words.tabs.all }).click();
  await page.getByRole('menuitemradio', { name: 'portal-web.json' }).click();
  await expect(page.getByRole('region', { name: 'oauth/clients/portal-web.json' })).toBeVisible();
  await page.setViewportSize({ width: 1920, height: 800 });
  await expect(page.getByRole('button', { name: words.tabs.all })).toBeHidden();
});

test('the last used tab comes first, and keys held go further back', async ({ app, page }) => {
  for (const area of ['Files', 'Problems'] as const) await app.keep(area);
  await app.tabs().first().click();
  await page.keyboard.press('Alt+q');
  await expect(app.screen('Problems')).toBeVisible();
  await page.keyboard.press('Alt+q');
  await expect(app.screen('Home')).toBeVisible();
  await page.keyboard.down('Alt');
  await page.keyboard.press('q');
  await page.keyboard.press('q');
  await page.keyboard.up('Alt');
  await expect(app.screen('Files')).toBeVisible();
  await page.keyboard.press('Alt+q');
  await expect(app.screen('Home')).toBeVisible();
});
