import { join } from 'node:path';
import { platformSession } from '../support/contract-screen.ts';
import { dropFile } from '../support/drop-file.ts';
import { words } from '../support/words.ts';
import { expect, test } from './desktop.ts';

test('the menu of the system works the window, and the window has none of its own', async ({ desktop }) => {
  const { app, page, host, problems } = desktop;
  await app.expectLive();
  await expect(page.getByRole('button', { name: words.menu.label, exact: true })).toHaveCount(0);
  const menus = () => {
    const last = host.notes.findLast((note) => note.type === 'menu');
    return last?.type === 'menu' ? (last.items ?? []) : [];
  };
  await expect
    .poll(() => menus().map(({ label }) => label))
    .toEqual(['File', 'Edit', 'View', 'Go', 'Run', 'Window', 'Help']);
  await host.ask('press-item', { of: 'menu', label: 'Go to Throttle' });
  await expect(app.tabs().filter({ hasText: words.nav.throttle })).toHaveAttribute('aria-selected', 'true');

  const join2 = () =>
    menus()
      .flatMap(({ items }) => items)
      .find(({ label }) => label === 'Join panes');
  expect(join2()?.isEnabled).toBe(false);
  await host.ask('press-item', { of: 'menu', label: 'Split window side by side' });
  await expect(app.tabs(2)).toHaveCount(1);
  await expect.poll(() => join2()?.isEnabled).toBe(true);
  // The key acts in the page, and once.
  await page.keyboard.press('Control+j');
  await expect(page.getByRole('region', { name: /wire/i }).first()).toBeVisible();
  expect(problems).toEqual([]);
});

test('Help opens from the menu of the system, with its pictures', async ({ desktop }) => {
  const { app, page, host, problems } = desktop;
  await app.expectLive();
  await host.ask('press-item', { of: 'menu', label: 'Help for this screen' });
  const article = page.getByRole('article');
  await expect(article.getByRole('heading', { level: 1 })).toBeVisible();
  const picture = article.getByRole('img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(problems).toEqual([]);
});

test('the workspace of a dialog is chosen in the system’s own, and is opened', async ({ desktop }) => {
  const { app, page, host, workspaceDir } = desktop;
  const folder = join(workspaceDir, '..');
  await app.expectLive();
  await host.ask('choose-folder', { directory: folder });
  await host.ask('press-item', { of: 'menu', label: 'New workspace…' });
  const dialog = page.getByRole('dialog', { name: /New workspace/ });
  await dialog.getByLabel('Name').fill('Second');
  await dialog.getByRole('button', { name: words.desktop.chooseFolder }).click();
  await expect(dialog.getByLabel(/folder/i)).toHaveValue(new RegExp(`^${folder}.second$`, 'i'));
  await dialog.getByRole('button', { name: /Create|Make/ }).click();
  await expect(page.getByText('Second', { exact: true }).first()).toBeVisible();
  await app.expectLive();
  // The menu goes on working over the new port.
  await host.ask('press-item', { of: 'menu', label: 'Go to Flows' });
  await expect(app.tabs().filter({ hasText: words.nav.flows })).toHaveAttribute('aria-selected', 'true');
});

test('a link from elsewhere opens its place in the window that is there', async ({ desktop }) => {
  const { app, page, host } = desktop;
  await app.expectLive();
  await host.ask('open-url', { url: 'gatehouse-open:/settings/keys' });
  await expect(page.getByRole('region', { name: words.settings.sections.keys })).toBeVisible();
  await host.ask('start-second', { args: ['gatehouse-open:/identity/users'], directory: '/' });
  await expect(app.tabs().filter({ hasText: words.nav.identity })).toHaveAttribute('aria-selected', 'true');
});

test('a recording that is dropped on the window is held against the contract', async ({ desktop }) => {
  const { app, page } = desktop;
  await app.expectLive();
  const address = page.url();
  await dropFile(page, 'picture.png', 'x');
  await expect(app.toast(/picture\.png was not imported/)).toBeVisible();
  expect(page.url()).toBe(address);
  await dropFile(page, 'session.har', platformSession('http://127.0.0.1:9034'));
  await expect(page.getByRole('table', { name: words.contract.sources.title })).toContainText('session.har');
});

test('the icon, the start at login and the look for updates are off until they are switched on', async ({
  desktop,
}) => {
  const { app, page, host } = desktop;
  await app.expectLive();
  const settings = await app.settings('Desktop');
  const boxes = settings.getByRole('checkbox');
  await expect(boxes).toHaveCount(3);
  for (const box of await boxes.all()) await expect(box).not.toBeChecked();

  // The box follows what the host says is in force.
  await boxes.first().click();
  await expect(boxes.first()).toBeChecked();
  const items = async () => (await host.noted('tray')).items?.map(({ label }) => label) ?? [];
  await expect.poll(items).toContain('Authorization server: running');
  await boxes.last().click();
  const feed = settings.getByLabel(words.desktop.feed);
  await feed.fill('http://releases.example/feed.json');
  await page.keyboard.press('Enter');
  await expect(settings.getByText(/^Enter a URL that begins with https/)).toBeVisible();
  await feed.fill('https://releases.example/feed.json');
  await page.keyboard.press('Enter');
  expect((await host.noted('net-fetch')).url).toBe('https://releases.example/feed.json');
  await desktop.reload();
  await expect(boxes.first()).toBeChecked();
});
