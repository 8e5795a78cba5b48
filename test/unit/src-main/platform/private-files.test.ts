import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { holdLock } from '#main/platform/held-lock.ts';
import { makePrivateFile, makePrivateFolder } from '#main/platform/private-files.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

beforeEach(({ skip }) => skip(process.platform === 'win32', 'Windows has no modes'));
const folder = startedAnew(temporaryDirectory);

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const inside = (name: string) => join(folder.path, name);

describe('a private folder', () => {
  test('is made with those above it', () => {
    makePrivateFolder(inside('a/b'));
    expect([modeOf(inside('a')), modeOf(inside('a/b'))]).toEqual(['700', '700']);
  });

  test('is never made of one that is for everybody, even where it is empty', () => {
    chmodSync(folder.path, 0o1777);
    expect(() => makePrivateFolder(folder.path)).toThrow(expect.objectContaining({ code: 'state.exposed' }));
    expect(modeOf(folder.path)).toBe('777');
  });

  test('is refused where something else lies in it, and says what to do', () => {
    writeFileSync(inside('notes.txt'), '');
    chmodSync(folder.path, 0o755);
    expect(() => makePrivateFolder(folder.path)).toThrow(
      expect.objectContaining({ fix: expect.stringContaining(`--state-dir ${inside('gatehouse')}`) }),
    );
  });

  test('that cannot be made is unwritable', () => {
    writeFileSync(inside('file'), '');
    expect(() => makePrivateFolder(inside('file/state'))).toThrow(
      expect.objectContaining({ code: 'state.unwritable' }),
    );
  });
});

describe('a private file', () => {
  test('is closed to others where it was open', () => {
    writeFileSync(inside('a'), 'kept', { mode: 0o644 });
    makePrivateFile(inside('a'));
    makePrivateFile(inside('b'));
    expect([modeOf(inside('a')), modeOf(inside('b'))]).toEqual(['600', '600']);
  });

  test('keeps the lock that this process holds on it', () => {
    mkdirSync(inside('locks'));
    const file = inside('locks/lock.db');
    const release = holdLock(file);
    expect(holdLock(file)).toBeNull();
    makePrivateFile(file);
    expect(holdLock(file)).toBeNull();
    release?.();
  });
});
