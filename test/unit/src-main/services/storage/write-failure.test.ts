import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { packExchange } from '#main/platform/exchange-codec.ts';
import { type FileStorage, openFileStorage } from '#main/services/storage/index.ts';
import { eventually } from '#test/support/eventually.ts';
import { exchangeDraft } from '#test/support/exchanges.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory, testSealKey } from '#test/support/storage.ts';

/** A storage worker whose disk is full for the first writes; it keeps what was really written. It can die of a write. */
const worker = `
import { parentPort, workerData } from 'node:worker_threads';
let failures = workerData.maxExchanges;
const written = [];
parentPort.on('message', ({ id, request }) => {
  if (request.type === 'write' && request.operations.some((operation) => operation.id === 'deadly')) process.exit(9);
  if (request.type === 'write' && failures-- > 0)
    return parentPort.postMessage({ id, reply: { ok: false, blocks: request.blocks, problem: { code: 'state.unwritable', severity: 'error', message: 'The disk is full.' } } });
  if (request.type === 'write') {
    written.push(...request.operations.map((operation) => operation.id));
    for (const { entries } of request.groups) written.push(...JSON.parse('[' + Buffer.from(entries) + ']').map(([id]) => id));
  }
  parentPort.postMessage({ id, reply: { ok: true, value: request.type === 'list' ? written : null } });
  if (request.type === 'close') parentPort.close();
});
parentPort.postMessage({ opened: true, problems: [] });`;

let reported: unknown[];

const directory = startedAnew(temporaryDirectory);
beforeEach(() => {
  reported = [];
});

function open(failures: number): Promise<FileStorage> {
  const file = join(directory.path, 'worker.mjs');
  writeFileSync(file, worker);
  const data = {
    directory: '',
    sealKey: testSealKey,
    durability: 'normal',
    maxExchanges: failures,
    maxExchangeBytes: 0,
  } as const;
  return openFileStorage(pathToFileURL(file), data, (error) => reported.push(error));
}

describe('a disk that is full', () => {
  test('who waits for the commit is told, and nothing is lost once there is room again', async () => {
    const storage = await open(1);
    storage.records.put('token', 'first', 1);
    await expect(storage.records.commit()).rejects.toMatchObject({
      code: 'state.unwritable',
      message: 'The disk is full.',
    });
    storage.records.put('token', 'second', 2);
    await storage.records.commit();
    expect(await storage.records.list('token')).toEqual(['first', 'second']);
    await storage.close();
  });

  test('what is written in groups waits for room as well, and stays in its order', async () => {
    const storage = await open(2);
    const inGroups = { inGroups: true };
    storage.records.put('mass', 'first', 1, inGroups);
    await expect(storage.records.commit()).rejects.toMatchObject({ code: 'state.unwritable' });
    storage.records.put('mass', 'second', 2, inGroups);
    await expect(storage.records.commit()).rejects.toMatchObject({ code: 'state.unwritable' });
    storage.records.put('mass', 'third', 3, inGroups);
    await storage.records.commit();
    expect(await storage.records.list('mass')).toEqual(['first', 'second', 'third']);
    await storage.close();
  });

  test('a write that nobody waits for is reported and tried again by itself', async () => {
    const storage = await open(1);
    storage.records.put('token', 'alone', 1);
    await eventually(() => (reported.length === 1 ? true : null));
    await eventually(async () => ((await storage.records.list('token')).length > 0 ? true : null));
    expect(await storage.records.list('token')).toEqual(['alone']);
    await storage.close();
  });

  test('a disk that is full is over at the next try', async () => {
    const storage = await open(1);
    storage.exchanges.append([packExchange('id', exchangeDraft(), true)]);
    await eventually(() => (storage.records.isStuck() ? true : null));
    await eventually(() => (storage.records.isStuck() ? null : true));
    await storage.close();
  });

  test('exchanges that a stuck disk cannot take are bounded, and those left out are counted', async () => {
    const storage = await open(1_000_000);
    const batch = Array.from({ length: 15_000 }, (_, index) =>
      packExchange(`id${index}`, exchangeDraft(), true),
    );
    expect(storage.exchanges.append(batch)).toBe(0);
    expect(storage.exchanges.append(batch)).toBe(10_000);
  });

  test('what comes back from a write that failed keeps its room', async () => {
    const storage = await open(1_000_000);
    const batch = Array.from({ length: 15_000 }, (_, index) =>
      packExchange(`id${index}`, exchangeDraft(), true),
    );
    storage.exchanges.append(batch);
    await expect(storage.records.commit()).rejects.toMatchObject({ code: 'state.unwritable' });
    expect(storage.exchanges.append(batch)).toBe(10_000);
  });
});

describe('a worker that dies', () => {
  test('takes the exchanges of its write with it, and those are counted, as are all that come after', async () => {
    const storage = await open(0);
    let told = 0;
    storage.exchanges.onWritten(() => (told += 1));
    const batch = Array.from({ length: 300 }, (_, index) =>
      packExchange(`id${index}`, exchangeDraft(), true),
    );
    storage.exchanges.append(batch);
    storage.records.put('token', 'deadly', 1);
    const committed = storage.records.commit();
    storage.exchanges.append(batch.slice(0, 7));
    await expect(committed).rejects.toMatchObject({ code: 'engine.stopped' });
    expect(storage.exchanges.lost()).toBe(307);
    expect(told).toBe(1);
    expect(storage.exchanges.append(batch)).toBe(300);
    await expect(storage.close()).rejects.toMatchObject({ code: 'engine.stopped' });
  });
});
