import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { startedAnew } from '#test/support/started.ts';
import { openTestStorage, temporaryDirectory } from '#test/support/storage.ts';

const directory = startedAnew(temporaryDirectory);

describe('a state that cannot be used as it is', () => {
  test('a file that is no database is moved aside, said so, and a new state begins', async () => {
    const file = join(directory.path, 'state.db');
    writeFileSync(file, 'this is not a database at all, but it is somebody’s file');
    const storage = await openTestStorage(directory.path);
    expect(storage.problems).toMatchObject([{ code: 'state.corrupt', severity: 'warning' }]);
    storage.records.put('token', 'a', 1);
    await storage.close();
    expect(readFileSync(`${file}.corrupt`, 'utf8')).toContain('somebody’s file');
  });

  test('a database whose pages were overwritten is moved aside', async () => {
    const first = await openTestStorage(directory.path);
    for (let index = 0; index < 2_000; index += 1) first.records.put('token', String(index), 'x'.repeat(50));
    await first.close();
    const file = join(directory.path, 'state.db');
    const bytes = readFileSync(file);
    writeFileSync(file, Buffer.concat([bytes.subarray(0, 4_096), Buffer.alloc(bytes.length - 4_096, 0xa5)]));
    const second = await openTestStorage(directory.path);
    expect(second.problems.map(({ code }) => code)).toEqual(['state.corrupt']);
    expect(await second.records.list('token')).toEqual([]);
    await second.close();
    expect(readdirSync(directory.path)).toContain('state.db.corrupt');
  });

  test('a state of a newer version is refused and left as it is', async () => {
    const file = join(directory.path, 'state.db');
    const newer = new DatabaseSync(file);
    newer.exec('CREATE TABLE future (x TEXT); PRAGMA user_version = 999');
    newer.close();
    const before = readFileSync(file);
    await expect(openTestStorage(directory.path)).rejects.toMatchObject({ code: 'state.newer' });
    const after = new DatabaseSync(file, { readOnly: true });
    expect(after.prepare('PRAGMA user_version').get()).toMatchObject({ user_version: 999 });
    after.close();
    expect(readFileSync(file).subarray(100).equals(before.subarray(100))).toBe(true);
  });

  test('a state directory that is a file, or lies under one, is refused with what to do', async () => {
    const file = join(directory.path, 'a-file');
    writeFileSync(file, 'x');
    await expect(openTestStorage(join(file, 'state'))).rejects.toMatchObject({
      code: 'state.unwritable',
      fix: expect.stringContaining('--state-dir'),
    });
    expect(existsSync(file)).toBe(true);
  });

  test('a read-only state directory is refused', async (context) => {
    context.skip(process.getuid?.() === 0, 'root may write everywhere');
    const path = join(directory.path, 'read-only');
    mkdirSync(path);
    chmodSync(path, 0o500);
    await expect(openTestStorage(path)).rejects.toMatchObject({ code: 'state.unwritable' });
  });
});
