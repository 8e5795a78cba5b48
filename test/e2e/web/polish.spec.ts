import type { Locator } from '@playwright/test';
import { ConsentImportScreen, consentSheet } from '../support/consents-screen.ts';
import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

test('the button in ink stays in ink under the pointer, and no word of the rail touches the bar beside it', async ({
  app,
  flows,
  page,
}) => {
  await flows.choose('Client', 'portal-web');
  const run = page.getByRole('button', { name: /^Run/ }).first();
  await run.hover();
  const colours = await run.evaluate((button) => {
    const probe = document.createElement('i');
    probe.style.color = 'var(--accent)';
    document.body.append(probe);
    const accent = getComputedStyle(probe).color;
    probe.remove();
    return { accent, ground: getComputedStyle(button).backgroundColor };
  });
  expect(colours.ground).not.toBe(colours.accent);

  for (const area of ['Connectors', 'Consents', 'Contract'] as const) {
    await app.goTo(area);
    const link = app.areas.getByRole('link', { name: area });
    await expect(link).toHaveAttribute('aria-current', 'page');
    const gap = await link.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const texts = [...range.getClientRects()].map(({ left }) => left);
      return Math.min(...texts) - element.getBoundingClientRect().left;
    });
    // The bar is 2 pixels wide.
    expect(gap).toBeGreaterThanOrEqual(4);
  }
});

test('at 1,024 pixels the check of an import says in whole what is wrong with a row', async ({
  flows: _opened,
  page,
}) => {
  await page.setViewportSize({ width: 1_024, height: 700 });
  const imports = new ConsentImportScreen(page);
  await imports.begin(consentSheet(12, { unknown: [4] }));
  await imports.read();
  await imports.map();
  await imports.match();
  await imports.go('Check');
  const wrong = imports.grid.getByText('No user has the external id “NOBODY-4”.');
  await expect(wrong).toBeVisible();
  const isCut = await wrong.evaluate((text) => {
    const cell = text.closest('[role=gridcell]') ?? text;
    return [text, cell].some((each) => each.scrollWidth > each.clientWidth + 1);
  });
  expect(isCut).toBe(false);
  // The finding is its icon, and still said.
  await expect(imports.grid.getByText(words.importLoad.outcomes['unknown-user'])).toBeAttached();
});

test('the two ends of an exchange do not run into its method, whatever they are called', async ({
  app,
  page,
  studio,
}) => {
  await studio.open('hr');
  await studio.operation('Test');
  await page.keyboard.press('Control+Enter');
  await expect(studio.outcome()).toBeVisible();
  await page.keyboard.press('Control+j');
  const isApart = (row: Locator) =>
    row.evaluate((line) => {
      const parties = line.querySelector('.parties');
      const cell = parties?.closest('[role=gridcell]') ?? parties;
      const next = cell?.nextElementSibling;
      if (parties == null || next == null) return false;
      const range = document.createRange();
      range.selectNodeContents(parties);
      return range.getBoundingClientRect().right <= next.getBoundingClientRect().left;
    });
  const onWire = page.locator('.exchange-row').filter({ hasText: words.nav.connectors }).first();
  for (const width of [1_024, 1_440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await isApart(onWire)).toBe(true);
  }
  await page.keyboard.press('Control+j');
  await app.goTo('Activity');
  const inLog = page.getByRole('row').filter({ hasText: '/hr/v1' }).first();
  for (const width of [1_024, 1_440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await isApart(inLog)).toBe(true);
  }
});
