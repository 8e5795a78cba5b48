import { expect, test } from '../support/web.ts';
import { expectAccessible } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

test('areas open in tabs, closed ones come back, and a divided window shows two of them', async ({
  app,
  page,
  problems,
}) => {
  await expect(app.tabs()).toHaveText([words.nav.home]);
  await app.keep('Files');
  await app.keep('Problems');
  await expect(app.tabs()).toHaveText([words.nav.home, words.nav.files, words.nav.problems]);
  await app.goTo('Files');
  await expect(app.tabs()).toHaveText([words.nav.home, words.nav.files, words.nav.problems]);
  await expect(app.areas.getByRole('link', { name: words.nav.files })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.keyboard.press('Alt+w');
  await expect(app.tabs()).toHaveText([words.nav.home, words.nav.problems]);
  await page.keyboard.press('Alt+Shift+t');
  await expect(app.tabs()).toHaveText([words.nav.home, words.nav.problems, words.nav.files]);
  await expect(page.getByRole('heading', { name: words.files.choose })).toBeVisible();
  await app.tabs().last().focus();
  await page.keyboard.press('ArrowLeft');
  await expect(app.tabs().nth(1)).toBeFocused();
  await expect(app.screen('Problems')).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(app.tabs()).toHaveText([words.nav.home, words.nav.files]);

  await page.keyboard.press('Control+\\');
  await expect(app.tabs(2)).toHaveText([words.nav.files]);
  await page.getByRole('button', { name: words.nav.settings }).click();
  await expect(app.tabs(2)).toHaveText([words.nav.files, words.nav.settings]);
  await app.tabs().last().click();
  await page.getByRole('treeitem', { name: 'portal-web.json' }).click();
  await expect(app.tabs()).toHaveText([words.nav.home, 'portal-web.json']);
  await expect(page.getByRole('region', { name: words.settings.sections.appearance })).toBeVisible();
  await expect(page.getByRole('region', { name: 'oauth/clients/portal-web.json' })).toBeVisible();
  await page.keyboard.press('Alt+o');
  await app.command('Join panes');
  await expect(app.tabs()).toHaveText([
    words.nav.home,
    'portal-web.json',
    words.nav.files,
    words.nav.settings,
  ]);
  await expect(page.getByRole('region', { name: words.settings.sections.appearance })).toBeVisible();
  await page.goBack();
  await expect(app.tabs().nth(1)).toHaveAttribute('aria-selected', 'true');
  expect(problems).toEqual([]);
});

test('the palette finds commands, clients, settings and links, by keyboard alone', async ({ app, page }) => {
  await app.command('Go to Problems');
  await expect(app.screen('Problems')).toBeVisible();
  await app.find('@portal', 'portal-web');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'portal-web' })).toBeVisible();
  await app.find(':certificates', 'Certificates');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Certificates' })).toContainText('Root certificate');
  await app.find('#/settings/keys', 'Open #/settings/keys');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: words.settings.sections.keys })).toBeVisible();
  await expect(page).toHaveURL(/#\/settings\/keys$/);
  await app.find('theme', 'Theme');
  await page.keyboard.press('ArrowDown');
  await expect(app.palette.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(app.palette).toBeHidden();
  await page.keyboard.press('Control+k');
  await app.palette.getByRole('combobox').fill('no such thing anywhere');
  await expect(app.palette.getByText(words.palette.none)).toBeVisible();
});

test('the palette has heads, goes to places by their names and switches the environment', async ({
  app,
  page,
}) => {
  await app.find('attack catalogue', 'Attack catalogue');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/flows\/attack$/);
  await app.find('gateway', 'Gateway');
  await page.keyboard.press('Enter');
  await expect(app.screen('Throttle').or(app.screen('Orders by status'))).toBeVisible();
  await app.find('stage', 'Switch to stage');
  await page.keyboard.press('Enter');
  await expect(app.status.getByRole('button', { name: 'Environment: stage' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const recent = app.palette.getByRole('group', { name: words.palette.recent });
  await expect(recent.getByRole('option')).toHaveText([/Gateway/, /Attack catalogue/]);
  await expect(
    app.palette.getByRole('group', { name: words.palette.here }).getByRole('option').first(),
  ).toBeVisible();
  await expectAccessible(page);
});

test('a deep link opens the place it names', async ({ app, page, host }) => {
  await expect(app.tabs()).toHaveText([words.nav.home]);
  await page.goto(new URL('/#/settings/keys', host.ui).href);
  await page.reload();
  await expect(page.getByRole('region', { name: words.settings.sections.keys })).toBeVisible();
  await expect(app.tabs().last()).toHaveText(words.nav.settings);
});

test('the list of keys leads to changing one, which works at once, and a clash is named', async ({
  app,
  page,
}) => {
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: words.keys.title });
  await expect(sheet.getByRole('listitem').filter({ hasText: words.commands.wire })).toContainText('Ctrl J');
  await sheet.getByRole('button', { name: words.keys.change }).click();
  await page.getByRole('searchbox', { name: words.keySettings.filter }).fill('hide the wire');
  const wire = page.getByRole('row').filter({ hasText: words.commands.wire });
  await wire.getByRole('button', { name: 'Change the shortcut of' }).click();
  await page.keyboard.press('Control+Shift+u');
  await expect(wire).toContainText('Ctrl Shift U');
  await expect(wire).toContainText('custom');
  const panel = page.getByText(words.wire.choose);
  await page.keyboard.press('Control+j');
  await expect(panel).toBeHidden();
  await page.keyboard.press('Control+Shift+u');
  await expect(panel).toBeVisible();

  await wire.getByRole('button', { name: 'Change the shortcut of' }).click();
  await page.keyboard.press('Control+k');
  await expect(wire).toContainText('Also assigned to: Search or run a command');
  await wire.getByRole('button', { name: 'Reset the shortcut of' }).click();
  await expect(wire).toContainText('Ctrl J');
  await expect(wire).not.toContainText('Also assigned to');
  await expect(app.tabs().last()).toHaveText(words.nav.settings);
});

test('F6 goes round the parts of the window', async ({ app, page }) => {
  const parts: string[] = [];
  const held = () =>
    page.evaluate(() => document.activeElement?.closest('[data-landmark]')?.className ?? 'none');
  for (let presses = 0; presses < 7; presses += 1) {
    await page.keyboard.press('F6');
    parts.push(await held());
  }
  const once = [...new Set(parts)];
  expect(once.length).toBeGreaterThanOrEqual(5);
  expect(once).not.toContain('none');
  expect(parts[once.length]).toBe(parts[0]);
  await page.keyboard.press('Shift+F6');
  expect(await held()).toBe(parts[5]);
  await expect(app.status).toBeVisible();
});

test('theme, contrast and density change the page, and hold', async ({ app, page }) => {
  const body = await app.settings('Appearance');
  const look = () =>
    page.evaluate(() => {
      const of = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name);
      return {
        ground: getComputedStyle(document.body).backgroundColor,
        line: of('--line'),
        muted: of('--muted'),
        cellHeight: document.querySelector('.setting .seg label, .setting .seg')?.getBoundingClientRect()
          .height,
        buttonHeight: document.querySelector('.settings-nav a')?.getBoundingClientRect().height,
      };
    });
  const choose = (group: string, option: string) =>
    body.getByRole('group', { name: group }).getByText(option, { exact: true }).click();
  await choose('Theme', 'light');
  const light = await look();
  await choose('Theme', 'dark');
  await expect.poll(async () => (await look()).ground).not.toBe(light.ground);
  const dark = await look();
  await choose('Contrast', 'high');
  await expect.poll(async () => JSON.stringify(await look())).not.toBe(JSON.stringify(dark));
  const high = await look();
  expect([high.line, high.muted]).not.toEqual([dark.line, dark.muted]);
  await choose('Density', 'comfortable');
  await expect.poll(async () => JSON.stringify(await look())).not.toBe(JSON.stringify(high));
  const comfortable = await look();
  await page.reload();
  await app.expectLive();
  await expect.poll(look).toEqual(comfortable);
});

test('an environment is chosen in the status bar', async ({ app, page }) => {
  const panel = await app.panel(/^Environment/);
  await panel.getByRole('radio', { name: 'stage' }).click();
  await expect(panel.getByRole('radio', { name: 'stage' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(app.status.getByRole('button', { name: 'Environment: stage' })).toBeVisible();
  await page.reload();
  await expect(app.status.getByRole('button', { name: 'Environment: stage' })).toBeVisible();
});
