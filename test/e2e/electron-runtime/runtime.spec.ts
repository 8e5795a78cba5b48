import { AppWindow } from '../support/app-window.ts';
import { expect, obstacle, type Runtime, test } from './runtime.ts';

// Beyond the stand-in: the runtime's own sandbox, isolation, origin, menus and windows.
test.skip(obstacle !== null, obstacle ?? '');

test('the page is of its own origin, secure, and isolated from everything of the host', async ({ start }) => {
  const { page } = await start();
  await new AppWindow(page).expectLive();
  const seen = await page.evaluate(() => ({
    origin: location.origin,
    isSecure: isSecureContext,
    ofHost: ['require', 'process', 'module', 'Buffer', 'electron'].filter((name) => name in window),
    bridge: Object.keys(window.gatehouse ?? {}),
  }));
  expect(seen).toEqual({ origin: 'gatehouse://app', isSecure: true, ofHost: [], bridge: ['connect'] });
});

test('the page’s process is in the sandbox, with the settings that were asked for', async ({ start }) => {
  const { application, page } = await start();
  await new AppWindow(page).expectLive();
  const settings = await application.evaluate(({ BrowserWindow, app }) => {
    const [window] = BrowserWindow.getAllWindows();
    const processId = window?.webContents.getOSProcessId();
    const metric = app.getAppMetrics().find(({ pid }) => pid === processId);
    const preferences: unknown =
      window === undefined ? null : Reflect.get(window.webContents, 'getLastWebPreferences');
    const last: unknown =
      typeof preferences === 'function' ? Reflect.apply(preferences, window?.webContents, []) : null;
    return { isSandboxed: metric?.sandboxed ?? null, last };
  });
  // Not every system tells it.
  expect(settings.isSandboxed).not.toBe(false);
  expect(settings.last).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false });
});

test('nothing leads the page elsewhere, and no window opens', async ({ start }) => {
  const { application, page } = await start();
  await new AppWindow(page).expectLive();
  // The host is told of what the browser does not refuse by itself.
  await application.evaluate(({ BrowserWindow }) => {
    const told = new Promise<string>((resolve) =>
      BrowserWindow.getAllWindows()[0]?.webContents.once('will-navigate', ({ url }) => resolve(url)),
    );
    Reflect.set(globalThis, 'told', told);
  });
  const lead = (address: string) =>
    page.evaluate((to) => void setTimeout(() => location.assign(to), 0), address);
  await lead('https://evil.example/');
  expect(await application.evaluate(() => Reflect.get(globalThis, 'told'))).toBe('https://evil.example/');
  await lead('file:///etc/passwd');
  await lead('data:text/html,x');
  await page.evaluate(() => void window.open('data:text/html,x'));
  // Work, and not time: what was begun in a process is done there before what it is asked so often after it.
  for (let round = 0; round < 20; round += 1) {
    await page.evaluate(() => new Promise((done) => setTimeout(done, 0)));
    await application.evaluate(() => null);
  }
  expect(page.url()).toMatch(/^gatehouse:\/\/app\//);
  expect(application.windows()).toHaveLength(1);
});

test('the menu is made from the commands, and a press runs one', async ({ start }) => {
  const { application, page } = await start();
  const window = new AppWindow(page);
  await window.expectLive();
  const labels = () =>
    application.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label) ?? []);
  await expect.poll(labels).toEqual(expect.arrayContaining(['File', 'Edit', 'View', 'Go', 'Run', 'Help']));
  await application.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.getMenuItemById('go.throttle')?.click(),
  );
  await expect(window.tabs().filter({ hasText: 'Throttle' })).toHaveAttribute('aria-selected', 'true');
});

test('a key of a command acts once', async ({ start }) => {
  const { page } = await start();
  const window = new AppWindow(page);
  await window.expectLive();
  const wire = page.getByRole('button', { name: /wire/i }).first();
  const before = await wire.getAttribute('aria-expanded');
  await page.keyboard.press('Control+j');
  await expect(wire).not.toHaveAttribute('aria-expanded', before ?? '');
});

test('the window comes back where it was left', async ({ start }) => {
  const first = await start();
  await new AppWindow(first.page).expectLive();
  const bounds = { x: 60, y: 80, width: 1_000, height: 640 };
  await first.application.evaluate(
    ({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to),
    bounds,
  );
  const boundsOf = ({ application }: Runtime) =>
    application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds());
  await expect.poll(() => boundsOf(first)).toMatchObject({ width: 1_000, height: 640 });
  await first.application.close();
  const found = await boundsOf(await start());
  expect(found).toMatchObject({ width: 1_000, height: 640 });
});
