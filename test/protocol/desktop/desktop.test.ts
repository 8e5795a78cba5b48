import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type MenuGroup, englishHostWords as words } from '#shared/desktop/index.ts';
import { actsOf, latest, notesOf, quit, useBuiltDesktop } from '#test/support/electron/built-desktop.ts';
import { connectPage } from '#test/support/electron/desktop-page.ts';
import { eventually } from '#test/support/eventually.ts';

const off = { hasTray: false, startsAtLogin: false, checksForUpdates: false, updateFeed: '' };
const { at, desktopFile, opened, started } = useBuiltDesktop();

describe('the menu of the system', () => {
  const group: MenuGroup = {
    id: 'go',
    label: 'Go',
    commands: [
      { id: 'go.flows', title: 'Go to Flows', key: 'ctrl+3', isEnabled: true },
      { id: 'go.back', title: 'Back', key: null, isEnabled: false },
    ],
  };

  test('is never the one that the runtime brings along', async () => {
    const host = await opened();
    const [first, second] = notesOf(host, 'menu');
    expect(first?.items).toBeNull();
    expect(second?.items?.map(({ label }) => label)).toEqual(['File', 'Edit', 'View', 'Window']);
  });

  test('is made from the commands of the page, and a press runs one there', async () => {
    const host = await opened();
    const page = await connectPage(host);
    page.say({ type: 'ready' });
    page.say({ type: 'menu', groups: [group] });
    const { items } = await latest(host, 'menu', 3);
    expect(items?.find(({ label }) => label === 'Go')?.items).toMatchObject([
      { label: 'Go to Flows', accelerator: 'CommandOrControl+3', isEnabled: true },
      { label: 'Back', accelerator: null, isEnabled: false },
    ]);
    await host.ask('press-item', { of: 'menu', label: 'Go to Flows' });
    expect(await page.heard('run-command')).toEqual({ type: 'run-command', id: 'go.flows' });
  });

  test('speaks the language of the page', async () => {
    const host = await opened();
    const page = await connectPage(host);
    page.say({ type: 'words', words: { ...words, menu: { ...words.menu, edit: 'Bearbeiten' } } });
    const { items } = await latest(host, 'menu', 3);
    expect(items?.map(({ label }) => label)).toContain('Bearbeiten');
  });

  test('does not change for what is no message, which is logged', async () => {
    const host = await opened();
    const page = await connectPage(host);
    page.say({ type: 'menu', groups: 'all' } as never);
    await eventually(() => (host.log().includes('the desktop application does not accept') ? true : null));
    expect(notesOf(host, 'menu')).toHaveLength(2);
  });
});

describe('the end of the session of the system', () => {
  test('a shutdown waits until all is on disk', async () => {
    const host = await opened();
    expect(await host.ask('shut-down', null)).toEqual({ isPrevented: true });
    expect(await host.exited).toBe(0);
  });

  test('the end of a session on Windows ends the engine too', async () => {
    const host = await opened();
    await host.ask('end-session', null);
    expect(await host.exited).toBe(0);
  });
});

describe('the window', () => {
  const bounds = { x: 200, y: 120, width: 1_100, height: 720 };

  test('is in the middle of the screen at first, and comes back where it was left', async () => {
    const first = await opened();
    expect((await first.noted('window')).options).toMatchObject({ x: 240, y: 70, width: 1_440, height: 900 });
    await first.ask('move', { ...bounds, isMaximised: true });
    await eventually(() => (existsSync(at('desktop.json')) ? true : null));
    await quit(first);
    const second = await opened();
    expect((await second.noted('window')).options).toMatchObject(bounds);
    // Maximising shows it, and not before its page is drawn.
    expect(actsOf(second)).toEqual(['maximise']);
    const notes = second.notes.map(({ type }) => type);
    expect(notes.indexOf('window-act')).toBeGreaterThan(notes.indexOf('load'));
  });

  test('has the colour of its page before that is drawn: of the system, or of what its person chose', async () => {
    const dark = await opened({ isDark: true });
    expect((await dark.noted('window')).options).toMatchObject({ backgroundColor: '#0c1215', show: false });
    await quit(dark);
    writeFileSync(at('preferences.json'), JSON.stringify({ theme: 'light' }), { mode: 0o600 });
    const chosen = await opened({ isDark: true });
    expect((await chosen.noted('window')).options).toMatchObject({ backgroundColor: '#e6eced' });
  });

  test('is in the middle again when its screen is gone', async () => {
    writeFileSync(
      at('desktop.json'),
      JSON.stringify({ window: { bounds: { ...bounds, x: 4_000 }, isMaximised: false } }),
    );
    const host = await opened();
    expect((await host.noted('window')).options).toMatchObject({ x: 410, y: 160, width: 1_100, height: 720 });
  });

  test('opens as ever where what was kept is damaged', async () => {
    writeFileSync(at('desktop.json'), '{');
    const host = await opened();
    expect((await host.noted('window')).options).toMatchObject({ width: 1_440, height: 900 });
  });
});

describe('a second start', () => {
  test('takes the window to the workspace and the place that it names', async () => {
    const host = await opened();
    await host.ask('start-second', {
      args: ['--workspace', 'other', 'gatehouse-open:/flows?client=a'],
      directory: '/srv',
    });
    const page = await connectPage(host);
    expect(page.told('open-link')).toEqual([]);
    page.say({ type: 'ready' });
    expect(await page.heard('open-workspace')).toEqual({ type: 'open-workspace', directory: '/srv/other' });
    expect(await page.heard('open-link')).toEqual({ type: 'open-link', path: '/flows?client=a' });
    expect(actsOf(host)).toEqual(['show', 'focus']);
  });
});

describe('a link from elsewhere', () => {
  test('that comes before there is a window waits for it', async () => {
    const host = started();
    await host.noted('ready');
    await host.ask('open-url', { url: 'gatehouse-open:/consents' });
    await host.ask('open-url', { url: 'gatehouse-open:/activity' });
    expect(notesOf(host, 'window')).toEqual([]);
    await host.noted('window');
    const page = await connectPage(host);
    page.say({ type: 'ready' });
    expect(await page.heard('open-link', 2)).toMatchObject({ path: '/activity' });
    expect(page.told('open-link').map(({ path }) => path)).toEqual(['/consents', '/activity']);
  });

  test('that the application was started with opens its place', async () => {
    const host = await opened({}, 'gatehouse-open:/settings/keys');
    const page = await connectPage(host);
    page.say({ type: 'ready' });
    expect(await page.heard('open-link')).toEqual({ type: 'open-link', path: '/settings/keys' });
  });

  test('that the system hands over opens its place', async () => {
    const host = await opened();
    const page = await connectPage(host);
    page.say({ type: 'ready' });
    expect(await host.ask('open-url', { url: 'gatehouse-open:/activity' })).toEqual({ isPrevented: true });
    expect(await page.heard('open-link')).toEqual({ type: 'open-link', path: '/activity' });
    expect(actsOf(host)).toEqual(['show', 'focus']);
  });

  test.each(['gatehouse-open:/%2e%2e/secret-name', 'gatehouse-open://evil/secret-name'])(
    '%s is ignored, and the log does not repeat it',
    async (url) => {
      const host = await opened({}, url);
      await host.ask('open-url', { url });
      const page = await connectPage(host);
      page.say({ type: 'ready' });
      await page.heard('preferences');
      expect(page.told('open-link')).toEqual([]);
      expect(host.log().match(/an invalid link was ignored/g)).toHaveLength(2);
      expect(host.log()).not.toContain('secret-name');
    },
  );
});

describe('files', () => {
  test('a folder is chosen in the dialog of the system', async () => {
    const host = await opened();
    const page = await connectPage(host);
    page.say({ type: 'ready' });
    await host.ask('choose-folder', { directory: '/home/ada/w' });
    page.say({ type: 'choose-folder', id: 7, title: 'Choose a folder', directory: '/home' });
    expect(await page.heard('folder')).toEqual({ type: 'folder', id: 7, directory: '/home/ada/w' });
    expect(await host.noted('open-dialog')).toMatchObject({
      title: 'Choose a folder',
      properties: ['openDirectory', 'createDirectory'],
    });
    await host.ask('choose-folder', { directory: null });
    page.say({ type: 'choose-folder', id: 8, title: 'Choose a folder', directory: '' });
    expect(await page.heard('folder', 2)).toEqual({ type: 'folder', id: 8, directory: null });
  });

  test('what the page saves is saved where a person says, and never over another file unasked', async () => {
    const host = await opened();
    expect(await host.ask('download', { url: 'blob:gatehouse://app/1', fileName: 'report.md' })).toEqual({
      isPrevented: false,
      dialog: { defaultPath: 'report.md', properties: ['showOverwriteConfirmation'] },
      savePath: '',
    });
  });

  test.each([
    'https://evil.example/x.exe',
    'file:///etc/passwd',
    'blob:https://evil.example/1',
    'data:text/html,x',
  ])('nothing is saved from %s', async (url) => {
    const host = await opened();
    expect(await host.ask('download', { url, fileName: 'x' })).toMatchObject({ isPrevented: true });
  });
});

describe('the packaged application', () => {
  test('has no developer tools, and takes the links that are its own', async () => {
    const host = await opened({ isPackaged: true });
    expect((await host.noted('window')).options.webPreferences?.devTools).toBe(false);
    const roles = notesOf(host, 'menu')
      .flatMap(({ items }) => items ?? [])
      .flatMap(({ items }) => items);
    expect(roles.map(({ role }) => role)).not.toContain('toggleDevTools');
    expect(await host.noted('protocol-client')).toMatchObject({ scheme: 'gatehouse-open' });
  });

  test('is told from a checkout, which has the tools and takes no links of the system', async () => {
    const host = await opened();
    expect((await host.noted('window')).options.webPreferences?.devTools).toBe(true);
    expect(notesOf(host, 'protocol-client')).toEqual([]);
  });
});

describe('what is off by default', () => {
  test('is off', async () => {
    const host = await opened();
    const page = await connectPage(host);
    page.say({ type: 'ready' });
    expect(await page.heard('preferences')).toEqual({ type: 'preferences', preferences: off });
    for (const type of ['tray', 'login-item', 'net-fetch'] as const) expect(notesOf(host, type)).toEqual([]);
    expect(existsSync(at('.config'))).toBe(false);
  });

  test('the icon shows the services, works them, and keeps them when the window is closed', async () => {
    const host = await opened();
    const page = await connectPage(host);
    page.say({ type: 'ready' });
    page.say({
      type: 'services',
      services: [{ key: 'gateway', label: 'Gateway: running', commandId: 'service.stop.gateway' }],
    });
    page.say({ type: 'set-preferences', preferences: { ...off, hasTray: true } });
    expect((await latest(host, 'tray')).items?.map(({ label }) => label)).toEqual([
      words.tray.open,
      'Gateway: running',
      words.tray.startAll,
      words.tray.stopAll,
      words.tray.quit,
    ]);
    await host.ask('press-item', { of: 'tray', label: 'Gateway: running' });
    expect(await page.heard('run-command')).toEqual({ type: 'run-command', id: 'service.stop.gateway' });
    await host.ask('act', { act: 'close-window' });
    await host.ask('act', { act: 'press-tray' });
    expect(actsOf(host)).toEqual(['show', 'hide', 'show', 'focus']);
    await host.ask('press-item', { of: 'tray', label: words.tray.quit });
    expect(await host.exited).toBe(0);
    expect(desktopFile().preferences.hasTray).toBe(true);
  });

  test('without the icon, closing the window ends the application', async () => {
    const host = await opened();
    const page = await connectPage(host);
    page.say({ type: 'ready' });
    page.say({ type: 'set-preferences', preferences: { ...off, hasTray: true } });
    await latest(host, 'tray');
    page.say({ type: 'set-preferences', preferences: off });
    expect((await latest(host, 'tray', 2)).items).toBeNull();
    await host.ask('act', { act: 'close-window' });
    expect(await host.exited).toBe(0);
  });

  test('the start at login is a file of the desktop', async ({ skip }) => {
    skip(process.platform !== 'linux', 'only Linux has one');
    const host = await opened();
    const page = await connectPage(host);
    page.say({ type: 'ready' });
    page.say({ type: 'set-preferences', preferences: { ...off, startsAtLogin: true } });
    await page.heard('preferences', 2);
    const file = at('.config/autostart/gatehouse.desktop');
    expect(readFileSync(file, 'utf8')).toContain('Exec=');
    page.say({ type: 'set-preferences', preferences: off });
    await page.heard('preferences', 3);
    expect(existsSync(file)).toBe(false);
  });

  test('a newer version is told, after being asked once', async () => {
    const feed = 'https://releases.example/feed.json';
    const answers = { [feed]: JSON.stringify({ version: '99.0.0', url: 'https://releases.example/99' }) };
    const host = await opened({ answers });
    const page = await connectPage(host);
    page.say({ type: 'ready' });
    const asking = { ...off, checksForUpdates: true, updateFeed: feed };
    page.say({ type: 'set-preferences', preferences: asking });
    expect(await page.heard('update')).toEqual({
      type: 'update',
      version: '99.0.0',
      url: 'https://releases.example/99',
    });
    page.say({ type: 'set-preferences', preferences: asking });
    await page.heard('preferences', 3);
    expect(notesOf(host, 'net-fetch')).toEqual([{ type: 'net-fetch', url: feed, redirect: 'error' }]);
  });
});
