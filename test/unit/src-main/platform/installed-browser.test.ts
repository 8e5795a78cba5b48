import { describe, expect, test } from 'vitest';
import { browserPaths, findBrowser } from '#main/platform/installed-browser.ts';

describe('an installed browser is looked for', () => {
  test('on Linux along the PATH first, and each place once; a relative one is none', () => {
    const paths = browserPaths({ platform: 'linux', env: { PATH: '/opt/bin::.:/usr/bin' } });
    expect(paths[0]).toBe('/opt/bin/chromium');
    expect(paths.filter((path) => path === '/usr/bin/chromium')).toHaveLength(1);
    expect(paths.every((path) => path.startsWith('/'))).toBe(true);
  });

  test('on macOS among the applications of the machine and of the user', () => {
    const paths = browserPaths({ platform: 'darwin', env: { HOME: '/Users/ann' } });
    expect(paths).toContain('/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge');
    expect(paths).toContain('/Users/ann/Applications/Chromium.app/Contents/MacOS/Chromium');
  });

  test('on Windows in the folders that are set', () => {
    const paths = browserPaths({ platform: 'win32', env: { PROGRAMFILES: 'C:\\Program Files' } });
    expect(paths).toContain('C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe');
    expect(paths).toHaveLength(3);
  });

  test('and nothing that is no browser is taken for one', async () => {
    const places = { platform: process.platform, env: {} };
    expect(await findBrowser(places, '/nowhere/chromium')).toBeNull();
    expect(await findBrowser(places, import.meta.filename)).toBeNull();
  });
});
