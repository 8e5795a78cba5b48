import { expect, test } from '../support/web.ts';
import {
  expectAccessible,
  expectAccessibleInForcedColours,
  expectNoSidewaysScrolling,
  expectSound,
} from '../support/web-checks.ts';
import { words } from '../support/words.ts';

test.use({ viewport: { width: 1280, height: 800 } });
// Every story begins in the opened window.
test.beforeEach(({ app: _opened }) => undefined);

test('the list and the wizard have no barrier, and fit every window', async ({ page, studio }) => {
  await studio.openList();
  await expectSound(page);
  await page.getByRole('button', { name: words.connectors.add }).click();
  const wizard = page.getByRole('dialog', { name: words.connectors.commands.add });
  await wizard
    .getByRole('textbox', { name: words.connectorWizard.sources.sample })
    .fill('[{"id":1,"mail":"a@example.com","tags":["x"]}]');
  await expect(wizard).toContainText('2 attributes detected in 1 record');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScrolling(page);
});

test('every part of a connector has no barrier as a form', async ({ page, studio }) => {
  test.slow();
  await studio.open('hr');
  await studio.preview.getByRole('button', { name: words.connectors.preview.fetch }).click();
  await expect(studio.attribute('mail')).toBeVisible();
  for (const part of await studio.parts.getByRole('option').all()) {
    await part.click();
    await expectAccessible(page);
  }
});

test('every preview has no barrier in either theme', async ({ page, studio }) => {
  test.slow();
  await studio.open('hr');
  await studio.preview.getByRole('button', { name: words.connectors.preview.fetch }).click();
  await studio.remote.getByRole('button', { name: /^email/ }).click();
  await expectAccessible(page);
  await studio.show('Write mapping');
  await expectAccessible(page);
  await studio.show('Pages');
  await page.getByRole('button', { name: words.connectors.pages.walk }).click();
  await page.getByRole('button', { name: 'HTTP of page 1' }).click();
  await expectAccessible(page);
  await studio.show('Filter');
  await studio.preview.getByLabel(words.connectors.filter.label).fill('mail co "x" and teams pr');
  await expectAccessible(page);
  await studio.show('Exceptions');
  await expectAccessible(page);
});

test('JSON, the console after a failure, and the dialogs have no barrier', async ({ page, studio }) => {
  test.slow();
  await studio.open('hr');
  await studio.part('Connection');
  await studio.configuration.getByLabel('serviceUri').fill('http://127.0.0.1:1');
  await studio.operation('Test');
  await studio.console.getByRole('button', { name: 'Run Test' }).click();
  await expect(studio.outcome()).toContainText('no response');
  await expectAccessible(page);
  await studio.view('JSON');
  await expect(studio.configuration.locator('.view-line').first()).toBeVisible();
  await expectAccessible(page);
  for (const name of ['Changes', 'Export', 'Object type', 'Recordings']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  }
});

test('in a narrow window each part stands behind its tab, and fits it', async ({ page, studio }) => {
  test.slow();
  await studio.open('hr');
  await studio.preview.getByRole('button', { name: words.connectors.preview.fetch }).click();
  await expect(studio.attribute('mail')).toBeVisible();
  await studio.part(/^QUERY/);
  await expectNoSidewaysScrolling(page);
  await page.setViewportSize({ width: 800, height: 800 });
  for (const name of ['Configuration', 'Preview', 'Console']) {
    await page.getByRole('tab', { name, exact: true }).click();
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScrolling(page);
    await page.setViewportSize({ width: 800, height: 800 });
  }
});

test('in forced colours what is complete and what is wrong is still told apart', async ({ page, studio }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await studio.open('hr');
  await expect(studio.parts.getByRole('option', { name: /complete$/ }).first()).toBeVisible();
  await expectAccessibleInForcedColours(page);
});

test('a value is mapped by keyboard alone: Enter on it, Enter on the attribute', async ({
  app,
  page,
  studio,
}) => {
  await page.keyboard.press('Alt+4');
  const open = page
    .getByRole('table', { name: words.connectors.title })
    .getByRole('button', { name: 'hr', exact: true });
  await expect(open).toBeVisible();
  const tabTo = async (wanted: typeof open) => {
    for (let tries = 0; tries < 80; tries += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('the focus did not get there');
  };
  await tabTo(open);
  await page.keyboard.press('Enter');
  await tabTo(studio.parts.getByRole('option', { name: /^Connection/ }));
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('ArrowDown');
  await expect(studio.parts.getByRole('option', { selected: true })).toContainText('QUERY');
  await tabTo(studio.preview.getByRole('button', { name: words.connectors.preview.fetch }));
  await page.keyboard.press('Enter');
  await expect(studio.attribute('description')).toContainText('Engineer');
  await tabTo(studio.remote.getByRole('button').first());
  const family = studio.remote.getByRole('button', { name: /^family/ });
  for (let presses = 0; presses < 10; presses += 1) {
    if (await family.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await expect(studio.preview).toContainText('Attribute for name.family');
  // The focus is among the attributes; from there to the one that is wanted.
  const wanted = studio.attribute('description');
  for (let presses = 0; presses < 12; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await expect(wanted).toContainText('name.family');
  await expect(wanted).toContainText('Archer');
  await page.keyboard.press('Control+s');
  await expect(app.said(/saved/)).toBeVisible();
});
