import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDesktopFile } from '#main/hosts/electron/desktop-file.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

const folder = startedAnew(temporaryDirectory);

const open = () => openDesktopFile(folder.path, createSystemRandom());
const file = () => join(folder.path, 'desktop.json');
const off = { hasTray: false, startsAtLogin: false, checksForUpdates: false, updateFeed: '' };
const place = { bounds: { x: 1, y: 2, width: 800, height: 600 }, isMaximised: true };

test('everything is off until a person says otherwise, and nothing is written before', () => {
  const desktop = open();
  expect(desktop.preferences()).toEqual(off);
  expect([desktop.windowPlace(), desktop.updateAskedAtMillis()]).toEqual([null, null]);
  expect(existsSync(file())).toBe(false);
});

test('what is kept is there at the next start, whole', () => {
  open().keep({ window: place });
  open().keep({ preferences: { ...off, hasTray: true } });
  const next = open();
  expect([next.windowPlace(), next.preferences().hasTray]).toEqual([place, true]);
  expect(readdirSync(folder.path)).toEqual(['desktop.json']);
});

test('what cannot be written is refused, and nothing has changed', () => {
  const desktop = open();
  desktop.keep({ window: place });
  rmSync(file());
  mkdirSync(file());
  expect(() => desktop.keep({ preferences: { ...off, hasTray: true } })).toThrow(/is not writable/);
  expect([desktop.preferences(), desktop.windowPlace()]).toEqual([off, place]);
});

test.each([
  ['no JSON', '{"window":'],
  ['a window without a size', JSON.stringify({ window: { bounds: { x: 0, y: 0 }, isMaximised: false } })],
  ['a feed that is not over TLS', JSON.stringify({ preferences: { updateFeed: 'http://x.example/' } })],
])('a file with %s counts as none, and is put aside', (_, content) => {
  writeFileSync(file(), content);
  const desktop = open();
  expect([desktop.windowPlace(), desktop.preferences()]).toEqual([null, off]);
  expect(readFileSync(`${file()}.broken`, 'utf8')).toBe(content);
});
