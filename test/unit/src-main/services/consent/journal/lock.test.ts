import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockHolder, takeLock } from '#main/services/consent/journal/lock.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

let folder: ReturnType<typeof temporaryDirectory>;
let path: string;
beforeEach(() => {
  folder = temporaryDirectory();
  path = join(folder.path, 'JOB.json.data', 'lock');
});
afterEach(() => folder.remove());

test('who holds it keeps others out until he gives it back, and leaves nothing behind', () => {
  const release = takeLock(path);
  expect(() => takeLock(path)).toThrow(expect.objectContaining({ code: 'import.busy' }));
  expect(lockHolder(path)).toBe(process.pid);
  release();
  expect(lockHolder(path)).toBeNull();
  takeLock(path)();
  expect(readdirSync(join(folder.path, 'JOB.json.data'))).toEqual([]);
});

test.each([
  ['of a process that is no more', () => JSON.stringify({ pid: spawnSync('true').pid, since: '1' })],
  ['of an earlier process of the same number', () => JSON.stringify({ pid: process.pid, since: 'before' })],
  ['that says nothing', () => ''],
  ['that says null', () => 'null'],
])('a lock %s is nobody’s', (_what, content) => {
  takeLock(path)();
  writeFileSync(path, content());
  expect(lockHolder(path)).toBeNull();
  const release = takeLock(path);
  expect(readFileSync(path, 'utf8')).toContain(String(process.pid));
  release();
});

test('who gives his lock back leaves that of another alone', () => {
  const release = takeLock(path);
  writeFileSync(path, JSON.stringify({ pid: 1, since: '' }));
  release();
  expect(existsSync(path)).toBe(true);
});
