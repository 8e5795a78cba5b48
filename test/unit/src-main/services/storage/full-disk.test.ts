import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { packExchange } from '#main/platform/exchange-codec.ts';
import { importedId } from '#main/platform/exchange-ids.ts';
import { type FileStorage, openFileStorage } from '#main/services/storage/index.ts';
import { exchangeDraft } from '#test/support/exchanges.ts';
import { startedAnew } from '#test/support/started.ts';
import { openTestStorage, storageWorkerUrl, temporaryDirectory, testSealKey } from '#test/support/storage.ts';

let storage: FileStorage;

/** The real worker over a real database; failures of writes that nobody waits for are expected here. */
const directory = startedAnew(temporaryDirectory);
beforeEach(async () => {
  const data = {
    directory: directory.path,
    sealKey: testSealKey,
    durability: 'normal',
    maxExchanges: 10_000,
    maxExchangeBytes: 100_000_000,
  } as const;
  storage = await openFileStorage(storageWorkerUrl, data, () => undefined);
});
afterEach(async () => {
  await storage.close();
});

function onTheDatabase(sql: string): void {
  const database = new DatabaseSync(join(directory.path, 'state.db'), { timeout: 5_000 });
  database.exec(sql);
  database.close();
}

/** Lets writes fail once a block was written by them: in the middle of what they write. */
const fillUp = (way: 'ABORT' | 'ROLLBACK') =>
  onTheDatabase(`CREATE TRIGGER full BEFORE INSERT ON exchange_blocks WHEN (SELECT count(*) FROM exchange_blocks) > 0
    BEGIN SELECT RAISE(${way}, 'database or disk is full'); END`);
const makeRoom = () => onTheDatabase('DROP TRIGGER full');

const recorded = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) =>
    packExchange(
      `id${String(from + index).padStart(4, '0')}`,
      exchangeDraft({ target: `/${from + index}` }),
      true,
    ),
  );

async function storedTargets(): Promise<string[]> {
  const { items } = await storage.exchanges.page({ limit: 2_000 });
  return items.map(({ request }) => request.target).toReversed();
}
const targets = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`);

describe('exchanges on a disk that is full', () => {
  test.each(['ABORT', 'ROLLBACK'] as const)(
    'are all there once there is room again, each once and in its order (%s)',
    async (way) => {
      fillUp(way);
      storage.exchanges.append(recorded(0, 500));
      await expect(storage.records.commit()).rejects.toMatchObject({ code: 'state.unwritable' });
      storage.exchanges.append(recorded(500, 600));
      await expect(storage.records.commit()).rejects.toMatchObject({ code: 'state.unwritable' });
      expect(await storage.exchanges.count()).toBe(0);
      makeRoom();
      storage.exchanges.append(recorded(600, 610));
      await storage.records.commit();
      expect(await storedTargets()).toEqual(targets(610));
      expect(storage.exchanges.lost()).toBe(0);
    },
  );

  test('wait by themselves for room: nobody has to ask', async () => {
    fillUp('ABORT');
    const written = new Promise<void>((resolve) => storage.exchanges.onWritten(resolve));
    storage.exchanges.append(recorded(0, 500));
    await expect(storage.records.commit()).rejects.toMatchObject({ code: 'state.unwritable' });
    makeRoom();
    await written;
    expect(await storage.exchanges.count()).toBe(500);
  });

  test('that were imported wait as well, and are there once though their import gives them twice', async () => {
    const imported = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) =>
        packExchange(importedId('source', from + index), exchangeDraft({ target: `/${from + index}` }), true),
      );
    storage.exchanges.append(recorded(0, 1));
    await storage.records.commit();
    fillUp('ABORT');
    storage.exchanges.append(imported(1, 21));
    await expect(storage.records.commit()).rejects.toMatchObject({ code: 'state.unwritable' });
    storage.exchanges.append(imported(1, 31));
    makeRoom();
    await storage.records.commit();
    expect(await storedTargets()).toEqual(targets(31));
  });

  test('keep nobody from reading what is there, records and exchanges', async () => {
    storage.records.put('token', 'a', 1);
    storage.exchanges.append(recorded(0, 1));
    await storage.records.commit();
    fillUp('ABORT');
    storage.exchanges.append(recorded(1, 3));
    expect((await storage.exchanges.get('id0000'))?.request.target).toBe('/0');
    expect(await storedTargets()).toEqual(['/0']);
    expect(await storage.records.get('token', 'a')).toBe(1);
    // One that waits is not said to be gone.
    await expect(storage.exchanges.get('id0001')).rejects.toMatchObject({ code: 'state.unwritable' });
    // A record that waits is not said to be what it was before.
    storage.records.put('token', 'a', 2);
    await expect(storage.records.get('token', 'a')).rejects.toMatchObject({ code: 'state.unwritable' });
    makeRoom();
    expect(await storage.records.get('token', 'a')).toBe(2);
  });

  test('go with the others when all are cleared, those that wait for room too', async () => {
    storage.exchanges.append(recorded(0, 5));
    await storage.records.commit();
    fillUp('ABORT');
    storage.exchanges.append(recorded(5, 400));
    await expect(storage.records.commit()).rejects.toMatchObject({ code: 'state.unwritable' });
    await storage.exchanges.clear();
    makeRoom();
    await storage.records.commit();
    expect(await storage.exchanges.count()).toBe(0);
  });

  test('do not keep the state from being closed, which says that they were not written', async () => {
    fillUp('ABORT');
    storage.exchanges.append(recorded(0, 500));
    await expect(storage.close()).rejects.toMatchObject({ code: 'state.unwritable' });
    makeRoom();
    storage = await openTestStorage(directory.path);
    expect(await storage.exchanges.count()).toBe(0);
  });
});
