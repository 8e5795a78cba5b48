import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import { describe, expect, test } from 'vitest';
import manifest from '../../../../../package.json' with { type: 'json' };
import { wantedFuses } from '../../../../../scripts/support/fuses.ts';

const root = join(import.meta.dirname, '../../../../..');
const own = 'test/unit/src-main/hosts/electron';
const started = 'test/protocol/desktop';
const bundle = 'test/e2e/electron';

/** Electron's checklist: what it asks for, and the tests that show it. */
const items: readonly (readonly [item: string, file: string, title: string])[] = [
  ['1 only secure content', `${bundle}/isolation.spec.ts`, 'the page sends nothing out'],
  ['1 only secure content', `${own}/page-scheme.test.ts`, 'knows no other host: %s'],
  ['2 no Node in the page', `${own}/window-options.test.ts`, 'nodeIntegrationInSubFrames'],
  ['2 no Node in the page', `${bundle}/isolation.spec.ts`, 'nothing of Node or Electron'],
  ['3 context isolation', `${own}/window-options.test.ts`, 'contextIsolation'],
  [
    '4 sandbox',
    `${started}/built-host.test.ts`,
    'switches the sandbox on and names its scheme before it is ready',
  ],
  ['5 permissions', `${own}/session-policy.test.ts`, 'the page may not use %s'],
  ['5 permissions', `${own}/session-policy.test.ts`, 'no device is ever handed out'],
  ['6 web security', 'test/architecture/desktop-words.test.ts', 'webSecurity'],
  ['7 content security policy', `${bundle}/isolation.spec.ts`, 'the page is served under the policy'],
  ['7 content security policy', `${bundle}/isolation.spec.ts`, 'the page runs nothing but what was built'],
  ['8 no insecure content', 'test/architecture/desktop-words.test.ts', 'allowRunningInsecureContent'],
  ['9 no experimental features', 'test/architecture/desktop-words.test.ts', 'experimentalFeatures'],
  ['10 no Blink features', 'test/architecture/desktop-words.test.ts', 'enableBlinkFeatures'],
  ['11 no webview with popups', `${own}/window-options.test.ts`, 'webviewTag'],
  ['12 webview is checked', `${own}/session-policy.test.ts`, 'nothing is embedded'],
  ['13 navigation', `${bundle}/navigation.spec.ts`, 'never replaces the page, nor opens anything'],
  ['13 navigation', `${own}/session-policy.test.ts`, 'no redirect is followed'],
  ['13 navigation', `${bundle}/dropped.spec.ts`, 'what is dropped on the window never replaces the page'],
  ['14 new windows', `${bundle}/navigation.spec.ts`, 'opens the system’s browser where that is allowed'],
  [
    '15 openExternal',
    `${own}/external-url.test.ts`,
    'what leaves is https, or http on loopback, without a user',
  ],
  ['16 current version', `${own}/checklist.test.ts`, 'the version of the runtime is pinned'],
  ['17 sender of messages', `${started}/built-host.test.ts`, 'refuses %s a port, and says so'],
  ['17 sender of messages', `${own}/page-link.test.ts`, 'what is no message of the desktop’s is refused'],
  ['18 no file:', `${own}/page-scheme.test.ts`, 'finds nothing for %s'],
  ['18 no file:', `${started}/built-host.test.ts`, 'answers its scheme from the build'],
  ['19 fuses', `${own}/checklist.test.ts`, 'the fuses of the packaged binary'],
  [
    '20 no API of Electron in the page',
    `${bundle}/isolation.spec.ts`,
    'asks for its two ports and is given those alone',
  ],
  ['also: one instance', `${started}/built-host.test.ts`, 'as the second instance it ends'],
  [
    'also: own scheme is parsed strictly',
    'test/unit/src-shared/desktop/open-link.test.ts',
    'leads nowhere with %s',
  ],
  ['also: developer tools', `${started}/desktop.test.ts`, 'has no developer tools'],
  ['also: certificates', `${own}/session-policy.test.ts`, 'a certificate that failed is not trusted'],
  [
    'also: reports are redacted',
    'test/unit/src-shared/desktop/crash.test.ts',
    'the report holds no credential',
  ],
  ['also: downloads', `${started}/desktop.test.ts`, 'nothing is saved from %s'],
];

describe('Electron’s checklist', () => {
  test('is there item by item', () => {
    const numbers = new Set(
      items.map(([item]) => Number.parseInt(item, 10)).filter((number) => !Number.isNaN(number)),
    );
    expect([...numbers]).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  test.each(items)('%s is shown by %s: %s', (_, file, title) => {
    expect(readFileSync(join(root, file), 'utf8')).toContain(title);
  });

  test('the version of the runtime is pinned, and none of those that are out of support', () => {
    const { electron } = manifest.devDependencies;
    expect(electron).toMatch(/^\d+\.\d+\.\d+$/);
    expect(Number.parseInt(electron, 10)).toBeGreaterThanOrEqual(45);
  });
});

test('every fuse that there is, is decided', () => {
  const known = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)));
  expect(Object.keys(wantedFuses).toSorted()).toEqual(known.toSorted());
});

test('the fuses of the packaged binary are set so that it runs nothing but what was packed', () => {
  expect(wantedFuses).toEqual({
    RunAsNode: false,
    EnableCookieEncryption: true,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: false,
    EnableEmbeddedAsarIntegrityValidation: true,
    OnlyLoadAppFromAsar: true,
    LoadBrowserProcessSpecificV8Snapshot: false,
    GrantFileProtocolExtraPrivileges: false,
    WasmTrapHandlers: true,
  });
});
