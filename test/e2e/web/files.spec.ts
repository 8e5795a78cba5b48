import { AppWindow } from '../support/app-window.ts';
import { EngineSocket } from '../support/engine-socket.ts';
import { FileScreen } from '../support/file-screen.ts';
import { letDraftsBeKept, letPageDraw } from '../support/keep.ts';
import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

const file = 'oauth/clients/noted.json';
const noted = (scope: string, name = 'Noted') => `{
  // Owned by the portal team.
  "client_id": "noted",
  "client_name": "${name}",
  "redirect_uris": ["https://noted.example.com/cb"],
  "grant_types": ["authorization_code"],
  "scope": "${scope}"
}
`;

test.use({
  workspace: { [file]: noted('orders.read') },
  permissions: ['clipboard-read', 'clipboard-write'],
});

test('a client is edited: what is wrong is shown with its line, and saving keeps the comments', async ({
  app,
  page,
  problems,
  files,
}) => {
  await app.goTo('Files');
  await files.open(file);
  await expect(files.problems).toContainText(words.files.noProblems);
  await files.goToLine(7);
  await page.keyboard.type(' oops');
  await expect(files.problems.getByRole('button', { name: 'Line 7' })).toBeVisible();
  await expect(app.tabs().last()).toHaveText('noted.json, not saved');
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('F8');
  await expect(files.field(file)).toBeFocused();
  await page.keyboard.press('End');
  for (let letter = 0; letter < ' oops'.length; letter += 1) await page.keyboard.press('Backspace');
  await expect(files.problems).toContainText(words.files.noProblems);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(' profile');
  await page.keyboard.press('Control+s');
  await expect(app.said(`${file} saved`)).toBeVisible();
  await expect(app.tabs().last()).toHaveText('noted.json');
  expect(files.onDisk(file)).toBe(noted('orders.read profile'));
  expect(problems).toEqual([]);
});

test('a client is added, and its secret is sealed although it was typed in clear', async ({
  app,
  page,
  files,
}) => {
  await app.goTo('Files');
  await files.add(words.files.addKinds.client);
  const dialog = page.getByRole('dialog', { name: words.files.addTitles.client });
  await dialog.getByRole('textbox', { name: 'client_id' }).fill('no slashes/please');
  await expect(dialog.getByRole('button', { name: words.files.addAct })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'client_id' }).fill('fresh');
  await page.keyboard.press('Enter');
  const fresh = 'oauth/clients/fresh.json';
  await expect(app.tabs().last()).toHaveText('fresh.json');
  await files.focus(fresh);
  expect(files.onDisk(fresh)).toContain('"$secret": "client.fresh"');
  await files.pasteOverAll(
    '{ "client_id": "fresh", "client_secret": "typed-in-clear", "grant_types": ["client_credentials"] }\n',
  );
  await page.keyboard.press('Control+s');
  await expect(app.toast('Its secrets were stored separately')).toBeVisible();
  expect(files.onDisk(fresh)).not.toContain('typed-in-clear');
  expect(files.onDisk(fresh)).toContain('$secret');
  await expect(files.lines(fresh).filter({ hasText: 'typed-in-clear' })).toHaveCount(0);
});

test('what somebody else changed meanwhile is brought together with the draft', async ({
  app,
  page,
  files,
}) => {
  await app.goTo('Files');
  await files.open(file);
  await files.goToLine(7);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(' mine');
  await expect(app.tabs().last()).toContainText('not saved');
  files.writeOutside(file, noted('orders.read', 'Renamed outside'));
  await expect(page.getByText(words.files.changedOutside)).toBeVisible();
  await page.getByRole('button', { name: words.files.compare }).click();
  const dialog = page.getByRole('dialog', { name: `Merge both versions of ${file}` });
  await dialog.getByRole('button', { name: words.merge.act }).click();
  await expect(dialog).toBeHidden();
  await expect(files.lines(file).filter({ hasText: 'Renamed outside' })).toHaveCount(1);
  await page.keyboard.press('Control+s');
  await expect(app.said(`${file} saved`)).toBeVisible();
  expect(files.onDisk(file)).toBe(noted('orders.read mine', 'Renamed outside'));

  // The same place on both sides: saving asks, and the person decides.
  await files.focus(file);
  await files.goToLine(7);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(' again');
  await expect(app.tabs().last()).toContainText('not saved');
  files.writeOutside(file, noted('orders.write', 'Renamed outside'));
  await expect(page.getByText(words.files.changedOutside)).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(dialog.getByRole('rowheader')).toHaveText(['/scope']);
  await expect(dialog.getByRole('button', { name: words.merge.act })).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Version of /scope: In the file' }).click();
  await dialog.getByRole('button', { name: words.merge.act }).click();
  await expect(dialog).toBeHidden();
  await expect(files.lines(file).filter({ hasText: '"orders.write"' })).toHaveCount(1);
});

test('a file is found by folder or filter and opens in the tab of the list, with drafts kept', async ({
  app,
  page,
  files,
}) => {
  const item = (name: string) => files.list.getByRole('treeitem', { name });
  const filter = page.getByRole('searchbox', { name: words.files.filter });
  await app.goTo('Files');
  await expect(item('oauth/clients')).toHaveAttribute('aria-expanded', 'true');
  await item('oauth/clients').click();
  await expect(item('noted.json')).toHaveCount(0);
  await filter.fill('CLIENTS note');
  await expect(files.list.getByRole('treeitem')).toHaveText([/^oauth\/clients1$/, 'noted.json']);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(app.tabs()).toHaveText([words.nav.home, 'noted.json']);
  await files.focus(file);
  await page.keyboard.type('// draft ');
  await expect(app.tabs().last()).toHaveText('noted.json, not saved');
  await filter.fill('nowhere');
  await expect(page.getByText(words.files.noneFound)).toBeVisible();
  await page.getByRole('button', { name: words.files.clear }).click();
  await item('gatehouse.json').click();
  await expect(app.tabs()).toHaveText([words.nav.home, 'gatehouse.json']);
  await expect(item('noted.json')).toHaveAccessibleName(/^noted.json ?, not saved$/);
  await item('oauth/clients').click();
  await expect(item('oauth/clients')).toHaveAccessibleName(/, not saved$/);
  await app.goTo('Files');
  await expect(app.tabs()).toHaveText([words.nav.home, 'gatehouse.json']);
  await item('oauth/clients').click();
  await item('noted.json').click({ modifiers: ['ControlOrMeta'] });
  await expect(app.tabs()).toHaveText([words.nav.home, 'gatehouse.json', 'noted.json, not saved']);
  await expect(files.lines(file).filter({ hasText: '// draft ' })).toHaveCount(1);
  // A file has one editor: another list leads to it.
  await app.tabs().nth(1).click();
  await item('noted.json').click();
  await expect(app.tabs().last()).toHaveAttribute('aria-selected', 'true');
});

test('a file that was removed comes back by undo', async ({ app, page, files }) => {
  await app.goTo('Files');
  await files.open(file);
  await page.getByRole('button', { name: words.files.remove }).click();
  await expect(app.toast(`${file} removed`)).toBeVisible();
  await expect(files.list.getByRole('treeitem', { name: 'noted.json' })).toHaveCount(0);
  expect(() => files.onDisk(file)).toThrow(/ENOENT/);
  await app.tabs().last().focus();
  await page.keyboard.press('Control+z');
  await expect(files.list.getByRole('treeitem', { name: 'noted.json' })).toHaveCount(1);
  expect(files.onDisk(file)).toBe(noted('orders.read'));
});

test('an act can be undone long after its message: by the key, from the palette, and in another area', async ({
  app,
  page,
  files,
}) => {
  const undo = app.palette.getByRole('option', { name: /^Undo last action/ });
  const remove = async () => {
    await app.goTo('Files');
    await files.open(file);
    await page.getByRole('button', { name: words.files.remove }).click();
    await expect(app.toast(`${file} removed`)).toBeVisible();
  };
  await remove();
  await expect(app.toast(`${file} removed`)).toBeHidden({ timeout: 15_000 });
  await app.tabs().last().focus();
  await page.keyboard.press('Control+z');
  await expect(files.list.getByRole('treeitem', { name: 'noted.json' })).toHaveCount(1);
  expect(files.onDisk(file)).toBe(noted('orders.read'));
  await expect(app.toast(`Undone: ${file} removed`)).toBeVisible();

  await remove();
  // The act may have led here: a message is left behind by those who go on a second later.
  await expect
    .poll(async () => {
      await app.goTo('Problems');
      await app.goTo('Home');
      return app.toast(`${file} removed`).count();
    })
    .toBe(0);
  await app.find('>undo last', 'Undo last action');
  await expect(undo).not.toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await expect(() => expect(files.onDisk(file)).toBe(noted('orders.read'))).toPass();
  await app.find('>undo last', 'Undo last action');
  await expect(undo).toHaveAttribute('aria-disabled', 'true');
});

test('what is typed while a file is being written stays, and is the draft of the next save', async ({
  host,
  page,
}) => {
  const calls = await EngineSocket.of(page);
  const app = new AppWindow(page);
  await app.open(host.ui);
  const files = new FileScreen(page, host);
  await app.goTo('Files');
  await files.open(file);
  await files.goToLine(7);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(' first');
  const written = calls.holdAnswer('workspace/writeFile');
  const readBefore = calls.answersTo('workspace/readFile');
  await page.keyboard.press('Control+s');
  await written.held;
  expect(files.onDisk(file)).toBe(noted('orders.read first'));
  await page.keyboard.type(' second');
  // The engine tells of a change of the file, and the page reads it: it was its own.
  await expect.poll(() => calls.answersTo('workspace/readFile')).toBeGreaterThan(readBefore);
  await expect(app.tabs().last()).toContainText('not saved');
  await letPageDraw(page);
  await expect(page.getByText(words.files.changedOutside)).toBeHidden();
  await expect(app.said(`${file} saved`)).toBeHidden();
  written.release();
  await expect(app.said(`${file} saved`)).toBeVisible();
  await expect(app.tabs().last()).toContainText('not saved');
  await letDraftsBeKept(page);
  await page.reload();
  await expect(files.lines(file).filter({ hasText: 'orders.read first second' })).toHaveCount(1);
  await files.focus(file);
  await page.keyboard.press('Control+s');
  await expect.poll(() => files.onDisk(file)).toBe(noted('orders.read first second'));
});
