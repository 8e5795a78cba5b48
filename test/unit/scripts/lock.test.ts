import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { withLock } from '../../../scripts/run/lock.mjs';

let lockDir: string;
const folder = startedAnew(temporaryDirectory);
beforeEach(() => {
  lockDir = join(folder.path, '.reports/run.lock');
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});

function heldBy(pid: number, code: 'EPERM' | 'ESRCH') {
  mkdirSync(lockDir, { recursive: true });
  writeFileSync(join(lockDir, 'pid'), String(pid));
  return vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error(`kill ${code}`), { code });
  });
}

test('a command of somebody else that holds it is waited for', async () => {
  const asked = heldBy(7, 'EPERM');
  let isDone = false;
  const work = withLock(folder.path, () => {
    isDone = true;
    return Promise.resolve();
  });
  await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(1));
  expect(isDone).toBe(false);
  expect(readFileSync(join(lockDir, 'pid'), 'utf8')).toBe('7');
  rmSync(lockDir, { recursive: true });
  await work;
  expect([isDone, existsSync(lockDir)]).toEqual([true, false]);
});

test('what a command that is no more left behind is taken over', async () => {
  heldBy(7, 'ESRCH');
  await withLock(folder.path, () => {
    expect(readFileSync(join(lockDir, 'pid'), 'utf8')).toBe(String(process.pid));
    return Promise.resolve();
  });
  expect(existsSync(lockDir)).toBe(false);
});
