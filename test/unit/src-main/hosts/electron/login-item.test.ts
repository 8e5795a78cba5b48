import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type LoginItem, ownCommand, setStartAtLogin } from '#main/hosts/electron/login-item.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

const settings: unknown[] = [];

const home = startedAnew(temporaryDirectory);
beforeEach(() => {
  settings.length = 0;
});

const item = (more: Partial<LoginItem> = {}): LoginItem => ({
  platform: 'linux',
  environment: {},
  home: home.path,
  command: ['/opt/Gatehouse/gatehouse'],
  setLoginItem: (given) => settings.push(given),
  ...more,
});

test('on Linux a file of the desktop starts the application, and is gone when it shall not', () => {
  const file = join(home.path, '.config/autostart/gatehouse.desktop');
  setStartAtLogin(true, item());
  expect(readFileSync(file, 'utf8')).toContain('Exec="/opt/Gatehouse/gatehouse"\n');
  setStartAtLogin(true, item());
  setStartAtLogin(false, item());
  setStartAtLogin(false, item());
  expect(existsSync(file)).toBe(false);
  expect(settings).toEqual([]);
});

test('on Linux the folder of the configuration may be elsewhere', () => {
  setStartAtLogin(true, item({ environment: { XDG_CONFIG_HOME: join(home.path, 'c') } }));
  expect(existsSync(join(home.path, 'c/autostart/gatehouse.desktop'))).toBe(true);
});

test.each(['darwin', 'win32'] as const)('on %s the system is told', (platform) => {
  setStartAtLogin(true, item({ platform, command: ['/x', '/app'] }));
  expect(settings).toEqual([{ openAtLogin: true, path: '/x', args: ['/app'] }]);
});

test('the command is the program, with the folder of the application where it is not packaged', () => {
  const app = (isPackaged: boolean) => ({ isPackaged, getAppPath: () => '/src' });
  expect(ownCommand({}, app(true), '/bin/gatehouse')).toEqual(['/bin/gatehouse']);
  expect(ownCommand({ APPIMAGE: '/home/a/G.AppImage' }, app(true), '/tmp/.mount/g')).toEqual([
    '/home/a/G.AppImage',
  ]);
  expect(ownCommand({}, app(false), '/bin/electron')).toEqual(['/bin/electron', '/src']);
});
