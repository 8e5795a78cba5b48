import { expect, test } from 'vitest';
import { readModuleFiles } from './source-tree.ts';

/**
 * Settings that would loosen the desktop application: items 6 and 8 to 10 of Electron's checklist, and ways round the
 * others.
 */
const forbidden = [
  'webSecurity',
  'allowRunningInsecureContent',
  'experimentalFeatures',
  'enableBlinkFeatures',
  'disableBlinkFeatures',
  'bypassCSP',
  'corsEnabled',
  'allowServiceWorkers',
  'interceptFileProtocol',
  'registerFileProtocol',
  'setCertificateVerifyProc',
  'disable-web-security',
  'no-sandbox',
  'remote-debugging',
  'ELECTRON_RUN_AS_NODE',
  'executeJavaScript',
  'insertCSS',
] as const;

const isDesktop = /^src-main\/hosts\/electron\//;
/** It says that somebody else has loosened it. */
const tellsOf = 'src-main/hosts/electron/sandbox-problem.ts';

function spelt(text: string): readonly string[] {
  return forbidden.filter((word) => text.includes(word));
}

test('the desktop host spells nothing that would loosen it', () => {
  const files = readModuleFiles().filter(({ path }) => isDesktop.test(path));
  expect(files.length).toBeGreaterThan(10);
  expect(files.flatMap(({ path, text }) => spelt(text).map((word) => `${path}: ${word}`))).toEqual([
    `${tellsOf}: no-sandbox`,
  ]);
  expect(files.find(({ path }) => path === tellsOf)?.text).not.toMatch(/appendSwitch|appendArgument/);
});

test.each(forbidden)('%s would be found', (word) => {
  expect(spelt(`const options = { ${word}: true };`)).toEqual([word]);
});

test('ipc is one channel: nothing is handled, invoked or sent beside it', () => {
  const files = readModuleFiles().filter(({ path }) => isDesktop.test(path));
  const uses = files.flatMap(({ path, text }) =>
    [...text.matchAll(/ipc(?:Main|Renderer)\.(\w+)\(([^,)]*)/g)].map(
      ([, act, channel]) => `${path}: ${act} ${channel}`,
    ),
  );
  expect(uses).toEqual([
    'src-main/hosts/electron/main.ts: on connectChannel',
    "src-main/hosts/electron/preload.ts: on 'gatehouse:connect'",
    "src-main/hosts/electron/preload.ts: send 'gatehouse:connect'",
  ]);
});
