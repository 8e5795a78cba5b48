import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { packExchange } from '#main/platform/exchange-codec.ts';
import { createIdSequence } from '#main/platform/exchange-ids.ts';
import { type ActivityReader, createActivityReader } from '#main/services/activity/activity-reader.ts';
import type { ExchangeNote } from '#main/services/activity/exchange-index.ts';
import { createMemoryStorage, type FileStorage } from '#main/services/storage/index.ts';
import { exchangeDraft } from '#test/support/exchanges.ts';
import { seedExchanges } from '#test/support/many-exchanges.ts';
import { startedAnew } from '#test/support/started.ts';
import { openTestStorage, temporaryDirectory, testSealKey } from '#test/support/storage.ts';
import { workerFiles } from '#test/support/workers.ts';

const everything = { text: '', zoneOffsetMinutes: 0 };
const startMillis = 1_800_000_000_000;
const nextId = createIdSequence({ nowMillis: () => startMillis });
const exchanges = (count: number) =>
  Array.from({ length: count }, () => packExchange(nextId(), exchangeDraft(), true));

let storage: FileStorage;
let reader: ActivityReader;
const folder = startedAnew(temporaryDirectory);
afterEach(async () => {
  await reader.close();
  await storage.close();
});

const activityWorkerUrl = new URL(workerFiles.activity);

async function open(count = 0, workerUrl = activityWorkerUrl): Promise<void> {
  const bounds = { maxExchanges: 1_000_000, maxExchangeBytes: 1_000_000_000 };
  if (count > 0) seedExchanges({ stateDirectory: folder.path, sealKey: testSealKey, count });
  storage = await openTestStorage(folder.path, bounds);
  let startedMillis = startMillis;
  reader = createActivityReader({
    summaries: storage.summaries,
    workerUrl,
    clock: { nowMillis: () => (startedMillis += 1_000) },
    notes: () => [{ id: 'x', isPinned: true, finding: null, contract: [] }],
  });
}

const write = async (count: number) => {
  storage.exchanges.append(exchanges(count));
  await storage.records.commit();
};
const extent = () => reader.ask('extent', everything);

describe('a reader of a state on disk', () => {
  test('sees what is written, trimmed and removed while it reads', async () => {
    await open();
    expect(await extent()).toEqual({ total: 0, matching: 0, generation: startMillis + 1_000 });
    await write(40);
    await write(7);
    expect(await extent()).toMatchObject({ total: 47, generation: startMillis + 1_000 });
    await storage.exchanges.retain({ maxExchanges: 20, maxExchangeBytes: 1e9 }, null);
    const { total, generation } = await extent();
    expect(total).toBeLessThanOrEqual(20);
    expect(generation).toBe(startMillis + 1_001);
    await storage.exchanges.clear();
    await storage.shrink();
    expect(await extent()).toMatchObject({ total: 0 });
  });

  test('goes on reading under another key, also what was written at the time of the change', async () => {
    await open();
    await write(3);
    expect((await extent()).total).toBe(3);
    const changing = storage.sealed?.rotateKey(new Uint8Array(32).fill(9));
    const meanwhile = Array.from({ length: 20 }, extent);
    await changing;
    await Promise.all(meanwhile);
    await write(2);
    expect((await extent()).total).toBe(5);
  });

  test('a worker that dies is started anew by the question, with what was noted, and repeats no generation', async () => {
    // Dies at the first question that it is asked, and then no more.
    const flag = join(folder.path, 'died');
    const fragile = join(folder.path, 'fragile.mjs');
    writeFileSync(
      fragile,
      `import { existsSync, writeFileSync } from 'node:fs';
       import { parentPort } from 'node:worker_threads';
       if (existsSync(${JSON.stringify(flag)})) await import(${JSON.stringify(activityWorkerUrl.href)});
       else parentPort.once('message', () => { writeFileSync(${JSON.stringify(flag)}, ''); process.exit(1); });`,
    );
    await open(0, pathToFileURL(fragile));
    await write(2);
    const [{ total, generation }, { matching }] = await Promise.all([
      extent(),
      reader.ask('extent', { ...everything, text: '-is:pinned' }),
    ]);
    expect([total, matching]).toEqual([2, 2]);
    expect(generation).toBeGreaterThan(startMillis + 1_000);
  });

  test('a question that fails fails alone', async () => {
    await open();
    await expect(reader.ask('extent', { ...everything, text: '((' })).rejects.toThrow('not validated');
    expect((await extent()).total).toBe(0);
  });

  test('is closed for good', async () => {
    await open();
    await extent();
    await reader.close();
    await expect(extent()).rejects.toThrow('closed');
  });
});

describe('a reader of a state in memory', () => {
  test('answers the same', async () => {
    await open();
    const memory = createMemoryStorage({ maxExchanges: 100, maxExchangeBytes: 1e9 });
    const noted: ExchangeNote[] = [];
    const near = createActivityReader({
      summaries: memory.summaries,
      workerUrl: activityWorkerUrl,
      clock: { nowMillis: () => startMillis + 1_000 },
      notes: () => noted,
    });
    const packed = exchanges(30);
    // Known only after the reader was made, and before it was asked.
    noted.push({ id: packed[1]?.id ?? '', isPinned: true, finding: null, contract: [] });
    memory.exchanges.append(packed);
    storage.exchanges.append(packed);
    await storage.records.commit();
    for (const text of ['', 'status:200 client:portal', 'status:404']) {
      const asked = [{ ...everything, text }, 3, 9] as const;
      expect(await near.ask('window', ...asked)).toEqual(await reader.ask('window', ...asked));
    }
    expect(await near.ask('ids', { ...everything, text: 'is:pinned' }, 9)).toEqual([packed[1]?.id]);
    await near.close();
  });
});

// How long that takes is measured by the benchmark of the screens.
describe('a hundred thousand exchanges', () => {
  test('are counted, read from anywhere, filtered and followed', async () => {
    await open(100_000);
    const first = await reader.ask('window', everything, 99_800, 200);
    expect(first).toMatchObject({ total: 100_000, matching: 100_000 });
    expect(first.items).toHaveLength(200);
    const second = await reader.ask('window', everything, 50_000, 200);
    expect(second.items[0]).toMatchObject({ service: 'authorizationServer', method: 'GET' });
    const filter = { text: '(client:portal or user:ann) -path:/health "token" ms:>1', zoneOffsetMinutes: 60 };
    const filtered = await reader.ask('window', filter, 0, 200);
    expect(filtered.matching).toBeGreaterThan(1_000);
    await write(1);
    expect(await reader.ask('tail', filter, 200)).toMatchObject({ total: 100_001 });
  });
});
