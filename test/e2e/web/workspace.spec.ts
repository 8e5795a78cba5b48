import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/web.ts';
import { expectSound } from '../support/web-checks.ts';
import { words } from '../support/words.ts';

test('workspaces are made, opened again, duplicated, carried off as a zip and brought back', async ({
  app,
  host,
  page,
}) => {
  const name = page.getByRole('banner').first();
  await app.command('New workspace…');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Second Place');
  const folder = join(host.folder, 'Gatehouse', 'second-place');
  await expect(dialog.getByRole('textbox', { name: 'Folder' })).toHaveValue(folder);
  await dialog.getByText('the sample', { exact: true }).click();
  await dialog.getByRole('button', { name: words.workspace.acts.new }).click();
  await expect(name).toContainText('Second Place');
  expect(existsSync(join(folder, 'oauth/clients/portal-web.json'))).toBe(true);

  // Home offers the others once something was done here, or the first tasks were put away.
  await page.getByRole('button', { name: words.common.hide }).click();
  const chooser = page.getByRole('button', { name: /^Workspace: / });
  const recent = page.getByRole('dialog', { name: words.home.workspaces });
  await chooser.click();
  await expect(recent.getByRole('listitem').filter({ hasText: 'Second Place' })).toContainText('open now');
  await recent.getByRole('button', { name: 'Sample workspace', exact: true }).click();
  await expect(name).toContainText('Sample workspace');

  await app.command('Duplicate this workspace…');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Third');
  await dialog.getByRole('button', { name: words.workspace.acts.duplicate }).click();
  await expect(name).toContainText('Third');
  await app.expectLive();

  const download = page.waitForEvent('download');
  await app.command('Export this workspace as zip');
  const zip = await download;
  await expect(app.toast(/files exported/)).toBeVisible();
  await app.command('Import a workspace from zip…');
  const picking = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: words.workspace.chooseZip }).click();
  await (await picking).setFiles({
    name: 'carried.zip',
    mimeType: 'application/zip',
    buffer: readFileSync(await zip.path()),
  });
  await dialog.getByRole('button', { name: words.workspace.acts.import }).click();
  // It has the name of the one that it was made of, but not its secrets.
  await expect(page.getByText(/Restricted mode/)).toBeVisible();
  await chooser.click();
  await expect(recent).toContainText(join(host.folder, 'Gatehouse', 'carried'));
  expect(existsSync(join(host.folder, 'Gatehouse', 'carried', 'oauth/clients/portal-web.json'))).toBe(true);
});

test('a folder that is no workspace is refused where it was typed', { tag: '@long' }, async ({
  app,
  host,
  page,
}) => {
  await app.command('Open workspace…');
  const dialog = page.getByRole('dialog', { name: 'Open a workspace' });
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(host.folder);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('gatehouse.json');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('banner').first()).toContainText('Sample workspace');
});

test('a folder that may have been moved is asked about, and takes its state over by the keyboard alone', async ({
  app,
  host,
  page,
}) => {
  const moved = join(host.folder, 'moved');
  const state = join(host.folder, 'state', 'workspaces', 'wanderer');
  for (const folder of [moved, state]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(moved, 'gatehouse.json'), JSON.stringify({ id: 'wanderer', name: 'The wanderer' }));
  const owner = join(state, 'owner.json');
  writeFileSync(owner, JSON.stringify({ id: 'wanderer', directory: join(host.folder, 'before') }));
  await app.command('Open workspace…');
  await page.getByRole('textbox', { name: 'Folder' }).fill(moved);
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: words.workspace.moved.title });
  await expect(question).toContainText(join(host.folder, 'before'));
  await expectSound(page);
  const adopt = question.getByRole('button', { name: words.workspace.moved.adopt });
  for (let presses = 0; presses < 6; presses += 1) {
    if (await adopt.evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner').first()).toContainText('The wanderer');
  await expect
    .poll(() => JSON.parse(readFileSync(owner, 'utf8')) as unknown)
    .toMatchObject({ directory: moved });
});
