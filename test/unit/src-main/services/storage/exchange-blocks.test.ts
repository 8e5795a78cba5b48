import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { packExchange } from '#main/platform/exchange-codec.ts';
import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';
import { idStem } from '#main/platform/exchange-ids.ts';
import { exchangeNoteKind, type Storage } from '#main/platform/ports.ts';
import { createBlockWriter } from '#main/services/storage/block-writer.ts';
import { decodeBlock } from '#main/services/storage/exchange-block.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { eventually } from '#test/support/eventually.ts';
import { exchangeDraft } from '#test/support/exchanges.ts';
import { makeFormerState, sealAsBefore } from '#test/support/former-state.ts';
import { startedAnew } from '#test/support/started.ts';
import { openTestStorage, temporaryDirectory, testSealKey } from '#test/support/storage.ts';

const firstMillis = 1_800_000_000_000;
const idAt = (number: number) => `${idStem(firstMillis + number * 1_000)}0001`;
const packedAt = (number: number) =>
  packExchange(idAt(number), exchangeDraft({ target: `/orders/${number}` }), true);
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

async function targets(storage: Storage): Promise<readonly string[]> {
  const { items } = await storage.exchanges.page({ limit: 500 });
  return items.map(({ request }) => request.target);
}

const directory = startedAnew(temporaryDirectory);

const adapters: readonly [string, () => Promise<Storage>][] = [
  ['memory', async () => createMemoryStorage({ maxExchanges: 40, maxExchangeBytes: 10_000_000 })],
  ['file', () => openTestStorage(directory.path, { maxExchanges: 40 })],
];

describe.each(adapters)('retention of exchanges in %s', (_name, open) => {
  const storage = startedAnew(open);

  test('what somebody noted stays when the oldest go', async () => {
    storage.records.put(exchangeNoteKind, idAt(3), { isPinned: true, finding: null });
    await storage.records.commit();
    for (const from of [0, 25, 50, 75]) {
      storage.exchanges.append(numbers(from, from + 25).map(packedAt));
      await storage.records.commit();
    }
    const kept = await targets(storage);
    expect(kept.at(-1)).toBe('/orders/3');
    expect(kept[0]).toBe('/orders/99');
    expect(kept.length).toBeLessThanOrEqual(41);
    expect((await storage.exchanges.get(idAt(3)))?.request.target).toBe('/orders/3');
    expect(await storage.exchanges.get(idAt(4))).toBeNull();
  });

  test('other bounds hold from now on, and an age drops what is older', async () => {
    storage.exchanges.append(numbers(0, 30).map(packedAt));
    await storage.exchanges.retain(
      { maxExchanges: 1_000, maxExchangeBytes: 10_000_000 },
      firstMillis + 10_000,
    );
    expect(await storage.exchanges.count()).toBe(20);
    expect((await targets(storage)).at(-1)).toBe('/orders/10');
    await storage.exchanges.retain({ maxExchanges: 5, maxExchangeBytes: 10_000_000 }, null);
    expect(await storage.exchanges.count()).toBeLessThanOrEqual(5);
    expect((await targets(storage))[0]).toBe('/orders/29');
  });

  test('says how much there is of a kind, and empties kinds as a whole', async () => {
    for (const id of ['a', 'b', 'c']) storage.records.put('token', id, { id });
    storage.records.put('job', 'x', 1);
    expect(await storage.records.usage(['token', 'job'])).toMatchObject({ count: 4 });
    expect((await storage.records.usage(['token'])).sizeBytes).toBeGreaterThan(0);
    expect(await storage.records.clear(['token'])).toBe(3);
    expect(await storage.records.list('token')).toEqual([]);
    expect(await storage.records.get('job', 'x')).toBe(1);
  });

  test('tells those who follow after exchanges were written, and not before', async () => {
    let told = 0;
    const stop = storage.exchanges.onWritten(() => {
      told += 1;
    });
    storage.records.put('token', 'a', 1);
    await storage.records.commit();
    expect(told).toBe(0);
    storage.exchanges.append([packedAt(1)]);
    await storage.records.commit();
    expect(told).toBe(1);
    stop();
    storage.exchanges.append([packedAt(2)]);
    await storage.records.commit();
    expect(told).toBe(1);
  });
});

describe('blocks of exchanges on disk', () => {
  const blockCount = (path: string): number => {
    const database = new DatabaseSync(join(path, 'state.db'), { readOnly: true });
    const row = database.prepare('SELECT count(*) AS count FROM exchange_blocks').get();
    database.close();
    return Number(row?.['count']);
  };

  test('what came one by one is joined, and nothing of it is lost', async () => {
    const storage = await openTestStorage(directory.path, { maxExchanges: 10_000 });
    for (const number of numbers(0, 120)) {
      storage.exchanges.append([packedAt(number)]);
      await storage.records.commit();
    }
    const blocks = await eventually(async () => {
      const count = blockCount(directory.path);
      return count < 30 ? count : null;
    });
    expect(blocks).toBeGreaterThan(0);
    expect(await storage.exchanges.count()).toBe(120);
    expect(await targets(storage)).toEqual(
      numbers(0, 120)
        .toReversed()
        .map((number) => `/orders/${number}`),
    );
    await storage.close();
  });

  test('no word of an exchange lies on the disk in clear', async () => {
    const storage = await openTestStorage(directory.path);
    storage.exchanges.append([
      packExchange(idAt(1), exchangeDraft({ target: '/planted-path', tags: ['user:planted-person'] }), true),
    ]);
    await storage.close();
    copyFileSync(join(directory.path, 'state.db'), join(directory.path, 'copy.db'));
    const bytes = readFileSync(join(directory.path, 'copy.db'), 'latin1');
    expect(bytes).not.toMatch(/planted|SplxlO/);
  });

  test('another key seals blocks anew, and the former one opens none of them', async () => {
    const storage = await openTestStorage(directory.path);
    storage.exchanges.append(numbers(0, 3).map(packedAt));
    const next = new Uint8Array(32).fill(9);
    expect(await storage.sealed?.rotateKey(next)).toBeGreaterThan(0);
    storage.exchanges.append([packedAt(3)]);
    expect(await targets(storage)).toHaveLength(4);
    await storage.close();
    const former = await openTestStorage(directory.path);
    expect(former.problems.map(({ code }) => code)).toContain('secret.key-lost');
    expect(await targets(former)).toEqual([]);
    expect(await former.sealed?.forgetUnopened()).toBeGreaterThan(0);
    expect(await former.exchanges.count()).toBe(0);
    await former.close();
  });

  test('the state of the version before is taken over, row by row', async () => {
    const database = makeFormerState(directory.path, 1);
    const insert = database.prepare(
      'INSERT INTO exchanges (id, service, tags, size_bytes, content) VALUES (?, ?, ?, ?, ?)',
    );
    for (const number of numbers(0, 300)) {
      const content = sealAsBefore(testSealKey, Buffer.from(JSON.stringify(formerExchange(number))));
      insert.run(idAt(number), 'authorizationServer', '\n', content.length, content);
    }
    const underAnother = sealAsBefore(new Uint8Array(32).fill(1), Buffer.from('{}'));
    insert.run(idAt(999), 'authorizationServer', '\n', 1, underAnother);
    database.close();

    const storage = await openTestStorage(directory.path);
    expect(await storage.exchanges.count()).toBe(300);
    const taken = await storage.exchanges.get(idAt(7));
    expect(taken).toMatchObject({
      service: 'authorizationServer',
      request: { target: '/former/7', headers: [['Host', 'a']] },
      response: { status: 200 },
    });
    expect(Buffer.from(taken?.response?.body.bytes ?? []).toString('utf8')).toBe('grün');
    await storage.close();
    const left = new DatabaseSync(join(directory.path, 'state.db'), { readOnly: true });
    expect(left.prepare('SELECT id FROM exchanges').all()).toMatchObject([{ id: idAt(999) }]);
    left.close();
  });

  test('the room of what was removed goes back to the disk', async () => {
    const storage = await openTestStorage(directory.path, { maxExchanges: 10_000 });
    storage.exchanges.append(numbers(0, 2_000).map(packedAt));
    await storage.records.commit();
    const before = await storage.sizeBytes();
    await storage.exchanges.clear();
    await storage.shrink();
    expect(await storage.sizeBytes()).toBeLessThan(before / 2);
    await storage.close();
  });

  test('a large rest is not written anew for a few records, and yet their bytes are gone from the file', async () => {
    const storage = await openTestStorage(directory.path);
    for (const number of numbers(0, 40)) storage.records.put('kept', String(number), 'k'.repeat(1_048_576));
    storage.records.put('token', 'a', 'planted-token-value');
    await storage.records.commit();
    const file = join(directory.path, 'state.db');
    await storage.shrink();
    expect(readFileSync(file).includes('planted-token-value')).toBe(true);
    const former = freeListed(file);
    expect(await storage.records.clear(['token'])).toBe(1);
    for (const number of numbers(0, 4)) storage.records.remove('kept', String(number));
    await storage.shrink();
    expect(readFileSync(file).includes('planted-token-value')).toBe(false);
    // Rewritten it would have none.
    expect(freeListed(file)).toBeGreaterThan(former);
    await storage.close();
  });

  test('with another key they stay as they are, and it is said that theirs is lost', async () => {
    const storage = await openTestStorage(directory.path, { maxExchanges: 10_000 });
    storage.exchanges.append(numbers(0, 600).map(packedAt));
    await storage.close();
    const count = blockCount(directory.path);
    const lost = await openTestStorage(directory.path, {}, new Uint8Array(32).fill(9));
    expect(lost.problems).toMatchObject([{ code: 'secret.key-lost' }]);
    expect(await lost.sealed?.unopened()).toBe(count);
    await lost.close();
    const again = await openTestStorage(directory.path);
    expect(again.problems).toEqual([]);
    expect(await again.exchanges.count()).toBe(600);
    await again.close();
  });
});

function freeListed(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const count = Number(database.prepare('PRAGMA freelist_count').get()?.['freelist_count']);
  database.close();
  return count;
}

/** An exchange as version 1 wrote it: JSON with bodies in Base64. */
function formerExchange(number: number) {
  const body = (text: string) => ({
    base64: Buffer.from(text).toString('base64'),
    sizeBytes: Buffer.byteLength(text),
    kept: 'whole',
  });
  return {
    id: idAt(number),
    side: 'server',
    service: 'authorizationServer',
    origin: 'http://127.0.0.1:9031',
    startedAtMillis: firstMillis + number,
    durationMicros: 10,
    clientPort: 1,
    request: { method: 'GET', target: `/former/${number}`, headers: [['Host', 'a']], body: body('') },
    response: { status: 200, reason: 'OK', headers: [], body: body('grün') },
    failure: null,
    tags: [],
    trace: null,
    faults: [],
  };
}

describe('the header fields of exchanges in one block', () => {
  test('come back as they were, shared or not', async () => {
    const storage = await openTestStorage(directory.path, { maxExchanges: 1_000 });
    const fieldsOf = (number: number): Pick<ExchangeDraft, 'requestHeaders' | 'responseHeaders'> => ({
      requestHeaders: ['Host', 'a', 'X-Client', String(number % 7)],
      responseHeaders: ['Content-Length', String(number % 3), ...(number % 5 === 0 ? ['X-Fifth', 'ü'] : [])],
    });
    const range = numbers(0, 100);
    storage.exchanges.append(
      range.map((number) => packExchange(idAt(number), exchangeDraft(fieldsOf(number)), true)),
    );
    for (const number of range) {
      const found = await storage.exchanges.get(idAt(number));
      expect(found?.request.headers.flat()).toEqual(fieldsOf(number).requestHeaders);
      expect(found?.response?.headers.flat()).toEqual(fieldsOf(number).responseHeaders);
    }
    await storage.close();
  });

  test('stand in the lines of blocks that an earlier version wrote', () => {
    const head = { ids: ['one'], rules: [] };
    const body = ['', 'latin1', 0, 'whole'];
    const line = [
      'server',
      'authorizationServer',
      'http://a',
      1,
      2,
      3,
      'GET',
      '/',
      ['Host', 'a'],
      200,
      'OK',
      ['X', 'b'],
    ];
    const text = `${JSON.stringify(head)}\n${JSON.stringify([...line, null, [], [], body, body, null])}`;
    expect(decodeBlock(text).at(0).draft).toMatchObject({
      requestHeaders: ['Host', 'a'],
      responseHeaders: ['X', 'b'],
    });
  });
});

test('bodies of any length and content come back as they were, each to its exchange', () => {
  const bodies = [
    '',
    'short',
    `{"quoted":"${'\\"'.repeat(400)}"}`,
    `line\n${'\n'.repeat(600)}`,
    'ä€😀'.repeat(300),
    Buffer.from(Array.from({ length: 900 }, (_, index) => index % 256)),
  ];
  const writer = createBlockWriter();
  for (const [index, body] of bodies.entries())
    writer.add(
      packExchange(
        idAt(index),
        exchangeDraft({ requestBody: body, responseBody: bodies.at(-1 - index) ?? '' }),
        true,
      ),
    );
  const [block] = writer.take('all');
  const decoded = decodeBlock(Buffer.from(block?.contents ?? []).toString('utf8'));
  const read = (side: 'requestBody' | 'responseBody', index: number) => {
    const { text, encoding } = decoded.at(index)[side];
    return Buffer.from(text, encoding);
  };
  for (const [index, body] of bodies.entries()) {
    expect(read('requestBody', index)).toEqual(Buffer.from(body));
    expect(read('responseBody', index)).toEqual(Buffer.from(bodies.at(-1 - index) ?? ''));
  }
});
