import { FileScreen } from '../support/file-screen.ts';
import { letDraftsBeKept } from '../support/keep.ts';
import { words } from '../support/words.ts';
import { expect, test } from './desktop.ts';

const file = 'oauth/clients/portal-web.json';
const typed = '// Not even a crash may lose this.';

test.beforeEach(async ({ desktop }) => {
  const { app, page } = desktop;
  await app.goTo('Problems');
  await app.goTo('Files');
  const files = new FileScreen(page, desktop);
  await files.list.getByRole('treeitem', { name: 'portal-web.json' }).click();
  // The editor's files come one by one through the host, which takes its time on a busy machine.
  await expect(files.lines(file)).not.toHaveCount(0, { timeout: 120_000 });
  await files.focus(file);
  await page.keyboard.press('Control+Home');
  await page.keyboard.type(`${typed}\n`);
  await expect(app.tabs().last()).toContainText('not saved');
  await letDraftsBeKept(page);
});

const tabs = ['Home', 'portal-web.json, not saved'];

test('a page that ended is opened again with the same tabs and the draft', async ({ desktop }) => {
  const { host } = desktop;
  await desktop.crash();
  expect((await host.noted('message-box')).box.message).toBe('The window stopped');
  await host.ask('press-button', { label: 'Reopen' });
  await expect.poll(() => desktop.page.isClosed()).toBe(false);

  await expect(desktop.app.tabs()).toHaveText(tabs);
  await expect(desktop.app.tabs().last()).toHaveAttribute('aria-selected', 'true');
  const files = new FileScreen(desktop.page, desktop);
  await expect(files.lines(file).filter({ hasText: typed })).toHaveCount(1, { timeout: 120_000 });
  expect(files.onDisk(file)).not.toContain(typed);
  await desktop.app.expectLive();
});

test('an engine that ended is started again, and what was typed meanwhile is kept too', async ({
  desktop,
}) => {
  const { app, host, page } = desktop;
  const files = new FileScreen(page, desktop);
  await host.ask('act', { act: 'end-engine' });
  expect((await host.noted('message-box')).box.message).toBe('The services stopped');
  await expect(page.getByText(words.banner.lost)).toBeVisible();
  await files.focus(file);
  await page.keyboard.type('// typed in between ');
  await host.ask('press-button', { label: 'Reopen' });

  // A new engine starts first, which takes its while on a slow machine.
  await expect(page.getByText(words.banner.lost)).toBeHidden({ timeout: 120_000 });
  await app.expectLive();
  await expect(app.tabs()).toHaveText(tabs);
  await files.focus(file);
  await page.keyboard.type('// and after');
  await letDraftsBeKept(page);
  await desktop.reload();
  await expect(app.tabs()).toHaveText(tabs);
  for (const text of [typed, '// typed in between', '// and after'])
    await expect(files.lines(file).filter({ hasText: text })).toHaveCount(1);
});
