import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lockHolder, takeLock } from '#main/services/consent/journal/lock.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

let folder: ReturnType<typeof temporaryDirectory>;
let path: string;
beforeEach(() => {
  folder = temporaryDirectory();
  path = join(folder.path, 'JOB.json.data', 'lock');
});
afterEach(() => {
  vi.restoreAllMocks();
  folder.remove();
});

/** What kill(2) says of a process that may not be signalled, or that there is none of. */
function answer(code: 'EPERM' | 'ESRCH'): void {
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error(`kill ${code}`), { code });
  });
}

test('a process of somebody else that holds it lives, though nobody else may ask it anything', () => {
  const release = takeLock(path);
  answer('EPERM');
  expect(lockHolder(path)).toBe(process.pid);
  expect(() => takeLock(path)).toThrow(expect.objectContaining({ code: 'import.busy' }));
  release();
});

test('nor does it count when its number belonged to another process before', () => {
  takeLock(path)();
  writeFileSync(path, JSON.stringify({ pid: process.pid, since: 'before' }));
  answer('EPERM');
  expect(lockHolder(path)).toBeNull();
});

test('one of which there is no process any more holds nothing', () => {
  takeLock(path);
  answer('ESRCH');
  expect(lockHolder(path)).toBeNull();
  takeLock(path)();
});
