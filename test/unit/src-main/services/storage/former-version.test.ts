import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { packExchange } from '#main/platform/exchange-codec.ts';
import { encodeBlocks } from '#main/services/storage/block-writer.ts';
import { eventually } from '#test/support/eventually.ts';
import { exchangeDraft } from '#test/support/exchanges.ts';
import { makeFormerState, sealAsBefore } from '#test/support/former-state.ts';
import { startedAnew } from '#test/support/started.ts';
import { openTestStorage, temporaryDirectory, testSealKey } from '#test/support/storage.ts';

const otherKey = new Uint8Array(32).fill(1);

const directory = startedAnew(temporaryDirectory);

const idAt = (number: number) => `id${String(number).padStart(6, '0')}`;
const exchangeAt = (number: number) =>
  packExchange(idAt(number), exchangeDraft({ target: `/orders/${number}` }), true);

/** A state of version 3 with some of everything, part of it sealed under a key that is lost. */
function makeVersionThree(): void {
  const database = makeFormerState(directory.path, 3);
  const record = database.prepare('INSERT INTO records VALUES (?, ?, ?, ?, ?)');
  record.run('as.code', 'one', Buffer.from('{"used":true}'), 0, 4_102_444_800_000);
  record.run('as.code', 'broken', Buffer.from('{"used":tr'), 0, null);
  for (let number = 0; number < 450; number += 1)
    record.run(
      'secret',
      `s${number}`,
      sealAsBefore(testSealKey, Buffer.from(`"planted-${number}"`)),
      1,
      null,
    );
  record.run('secret', 'lost', sealAsBefore(otherKey, Buffer.from('"x"')), 1, null);
  database
    .prepare(
      'INSERT INTO record_groups (kind, entry_count, size_bytes, expires_at_millis, entries) VALUES (?, ?, ?, ?, ?)',
    )
    .run('as.access-token', 1, 20, null, Buffer.from('["t",null,{"revoked":false}]'));
  const block = database.prepare(
    `INSERT INTO exchange_blocks (revision, first_id, last_id, exchange_count, size_bytes, is_noted, summaries, contents)
     VALUES (1, ?, ?, ?, ?, 0, ?, ?)`,
  );
  for (let number = 0; number < 30; number += 1) {
    const [encoded] = encodeBlocks(
      Array.from({ length: 256 }, (_, index) => exchangeAt(number * 256 + index)),
    );
    if (encoded === undefined) throw new Error('There is no block.');
    const { firstId, lastId, count, summaries, contents } = encoded;
    const parts = [sealAsBefore(testSealKey, summaries), sealAsBefore(testSealKey, contents)] as const;
    block.run(firstId, lastId, count, parts[0].length + parts[1].length, ...parts);
  }
  database.close();
}

function ask(sql: string): readonly unknown[] {
  const database = new DatabaseSync(join(directory.path, 'state.db'), { readOnly: true });
  const rows = database.prepare(sql).all();
  database.close();
  return rows.map((row) => Object.values(row));
}

const open = () => openTestStorage(directory.path, { maxExchanges: 100_000, maxExchangeBytes: 100_000_000 });

describe('a state of version 3', () => {
  beforeEach(makeVersionThree);

  test('is taken over: what was damaged then is set aside, and what is sealed is sealed anew for its place', async () => {
    const storage = await open();
    expect(storage.problems.map(({ code }) => code)).toEqual(['state.corrupt', 'secret.key-lost']);
    expect(storage.problems[0]?.message).toContain('1 authorization code.');
    // It would forget what lies under the lost key too.
    expect(storage.problems[0]).not.toHaveProperty('actions');
    expect(await storage.records.list('as.code')).toEqual([{ id: 'one', value: { used: true } }]);
    expect(await storage.records.get('secret', 's449')).toBe('planted-449');
    expect(await storage.records.list('as.access-token')).toEqual([{ id: 't', value: { revoked: false } }]);
    // A block that waits for its turn is read as it is.
    expect((await storage.exchanges.get(idAt(7_000)))?.request.target).toBe('/orders/7000');
    await eventually(async () =>
      ask('SELECT 1 FROM exchange_blocks WHERE seal_form = 1').length === 0 ? true : null,
    );
    expect((await storage.exchanges.get(idAt(7_001)))?.request.target).toBe('/orders/7001');
    expect(await storage.exchanges.count()).toBe(30 * 256);
    await storage.close();
    expect(ask('SELECT id FROM records WHERE sealed = 1')).toEqual([['lost']]);
    expect(ask("SELECT count(*) FROM records WHERE kind = 'secret' AND sealed = 2")).toEqual([[450]]);
    const again = await open();
    expect(again.problems.map(({ code }) => code)).toEqual(['state.corrupt', 'secret.key-lost']);
    expect(await again.records.get('secret', 's0')).toBe('planted-0');
    await again.close();
  });

  test('that is closed while it is sealed anew goes on at the next start', async () => {
    await (await open()).close();
    const left = ask('SELECT 1 FROM exchange_blocks WHERE seal_form = 1').length;
    expect(left).toBeGreaterThan(0);
    const storage = await open();
    expect(await storage.exchanges.count()).toBe(30 * 256);
    await eventually(async () =>
      ask('SELECT 1 FROM exchange_blocks WHERE seal_form = 1').length === 0 ? true : null,
    );
    expect((await storage.exchanges.get(idAt(0)))?.request.target).toBe('/orders/0');
    await storage.close();
  });
});
