import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type BrowserFacts, canReadState } from '#main/hosts/headless/open-in-browser.ts';
import { writeStartPage } from '#main/hosts/headless/start-page.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

const folder = startedAnew(temporaryDirectory);

describe('the page that leads to the screens', () => {
  test('is for this user alone, leads on at once, and is gone when it was used', ({ skip }) => {
    skip(process.platform === 'win32', 'Windows has no such modes');
    const url = 'http://127.0.0.1:9030/#token=abc';
    const page = writeStartPage(folder.path, url, createSystemRandom());
    expect(statSync(page.path).mode & 0o777).toBe(0o600);
    expect(readFileSync(page.path, 'utf8')).toContain(`content="0; url=${url}"`);
    page.remove();
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test('takes away those that a killed process left behind, and nothing else', () => {
    for (const name of ['open-old.html', 'state.db', 'open-.txt']) writeFileSync(join(folder.path, name), '');
    writeStartPage(folder.path, 'http://127.0.0.1:9030/#token=abc', createSystemRandom());
    expect(
      readdirSync(folder.path)
        .filter((name) => !/^open-[\w-]{12}\.html$/.test(name))
        .toSorted(),
    ).toEqual(['open-.txt', 'state.db']);
  });
});

describe('a browser', () => {
  const place = (changes: Partial<BrowserFacts>): BrowserFacts => ({
    platform: 'linux',
    env: {},
    desktopFile: () => 'firefox.desktop',
    exists: () => false,
    home: '/home/ann',
    ...changes,
  });
  const lyingAt = (path: string) => (asked: string) => asked === path;

  test.each([
    ['of the system can', place({}), true],
    ['that nobody names is taken for one', place({ desktopFile: () => '' }), true],
    [
      'from Snap cannot',
      place({
        desktopFile: () => 'firefox_firefox.desktop',
        exists: lyingAt('/var/lib/snapd/desktop/applications/firefox_firefox.desktop'),
      }),
      false,
    ],
    [
      'from Flatpak cannot',
      place({
        desktopFile: () => 'org.mozilla.firefox.desktop',
        exists: lyingAt(
          '/home/ann/.local/share/flatpak/exports/share/applications/org.mozilla.firefox.desktop',
        ),
      }),
      false,
    ],
    ['of Windows, beside WSL, cannot', place({ env: { WSL_DISTRO_NAME: 'Debian' } }), false],
    ['of macOS can', place({ platform: 'darwin' }), true],
    [
      'whose name is a path is not looked for',
      place({ desktopFile: () => '../x', exists: () => true }),
      true,
    ],
  ] as const)('%s read the state', (_what, browser, canRead) => {
    expect(canReadState(browser)).toBe(canRead);
  });
});
