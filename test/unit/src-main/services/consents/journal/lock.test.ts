import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { lockHolder, takeLock } from '#main/services/consents/journal/lock.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

let path: string;
const folder = startedAnew(temporaryDirectory);
beforeEach(() => {
  path = join(folder.path, 'JOB.json.data', 'lock.db');
});

const busy = (message: string) => expect.objectContaining({ code: 'import.busy', message });

test('who holds it keeps others out until he gives it back, and leaves nothing but the file to lock', () => {
  const release = takeLock(path);
  expect(() => takeLock(path)).toThrow(busy(`Process ${process.pid} has this import open.`));
  expect(lockHolder(path)).toBe(`Process ${process.pid}`);
  release();
  expect(lockHolder(path)).toBeNull();
  takeLock(path)();
  expect(readdirSync(join(folder.path, 'JOB.json.data'))).toEqual(['lock.db']);
});

test('to look whether somebody holds it makes no file', () => {
  expect(lockHolder(path)).toBeNull();
  expect(existsSync(path)).toBe(false);
});

test.each([
  ['a process that is no more', { pid: 4_194_304, host: hostname() }],
  ['a process of this very number', { pid: process.pid, host: hostname() }],
  ['nothing that can be read', 'null'],
])('a holder that is left behind counts for nothing: it names %s', (_what, holder) => {
  takeLock(path)();
  writeFileSync(`${path}.holder`, JSON.stringify(holder));
  expect(lockHolder(path)).toBeNull();
  takeLock(path)();
});

test.each([
  ['another container', { pid: 7, host: 'build-3' }, 'Process 7 on build-3'],
  ['a process that does not exist here', { pid: 4_194_304, host: hostname() }, 'Process 4194304'],
  ['nobody', '', 'Another process'],
])('a lock that is held keeps others out whatever its holder says: it names %s', (_what, holder, name) => {
  const release = takeLock(path);
  writeFileSync(`${path}.holder`, JSON.stringify(holder));
  expect(() => takeLock(path)).toThrow(busy(`${name} has this import open.`));
  expect(lockHolder(path)).toBe(name);
  release();
});

test('a lock file that is damaged is named, and the import is not held', () => {
  takeLock(path)();
  writeFileSync(path, 'no database '.repeat(100));
  expect(lockHolder(path)).toBeNull();
  expect(() => takeLock(path)).toThrow(expect.objectContaining({ code: 'import.job-file' }));
});

test('a network file system is refused with its reason', () => {
  expect(() => takeLock(path, () => 'NFS')).toThrow(
    expect.objectContaining({
      code: 'import.network-folder',
      message: 'The import is on NFS, a network file system.',
    }),
  );
});
