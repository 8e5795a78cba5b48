import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packExchange } from '#main/platform/exchange-codec.ts';
import type { Storage } from '#main/platform/ports.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { eventually } from '#test/support/eventually.ts';
import { exchangeDraft } from '#test/support/exchanges.ts';
import { startedAnew } from '#test/support/started.ts';
import { openTestStorage, temporaryDirectory } from '#test/support/storage.ts';

const bounds = { maxExchanges: 40, maxExchangeBytes: 1_000_000 };
const directory = startedAnew(temporaryDirectory);

const adapters: readonly [string, () => Promise<Storage>][] = [
  ['memory', async () => createMemoryStorage(bounds)],
  ['file', () => openTestStorage(directory.path, bounds)],
];

describe.each(adapters)('storage in %s', (_name, open) => {
  const storage = startedAnew(open);

  test('gives back what was put, and sees it before it is committed', async () => {
    storage.records.put('token', 'a', { scope: 'orders.read', nested: [1, null, 'ü'] });
    expect(await storage.records.get('token', 'a')).toEqual({ scope: 'orders.read', nested: [1, null, 'ü'] });
    expect(await storage.records.get('token', 'b')).toBeNull();
    expect(await storage.records.get('grant', 'a')).toBeNull();
  });

  test('keeps the last of several values under one id', async () => {
    storage.records.put('token', 'a', 1);
    storage.records.put('token', 'a', 2);
    await storage.records.commit();
    storage.records.put('token', 'a', 3);
    expect(await storage.records.get('token', 'a')).toBe(3);
  });

  test('lists one kind in the order of ids and forgets what was removed', async () => {
    for (const id of ['c', 'a', 'b']) storage.records.put('token', id, id.toUpperCase());
    storage.records.put('grant', 'x', 'other');
    storage.records.remove('token', 'b');
    expect(await storage.records.list('token')).toEqual([
      { id: 'a', value: 'A' },
      { id: 'c', value: 'C' },
    ]);
  });

  test('purges what has expired at that very millisecond, and nothing else', async () => {
    storage.records.put('token', 'early', 1, { expiresAtMillis: 999 });
    storage.records.put('token', 'now', 1, { expiresAtMillis: 1_000 });
    storage.records.put('token', 'later', 1, { expiresAtMillis: 1_001 });
    storage.records.put('token', 'never', 1);
    expect(await storage.records.purgeExpired(1_000)).toBe(2);
    expect((await storage.records.list('token')).map(({ id }) => id)).toEqual(['later', 'never']);
  });

  describe('of records in groups', () => {
    const inGroups = { inGroups: true, expiresAtMillis: 1_000 };

    test('lists them in the order of ids, each as it was put last, and sees them before they are committed', async () => {
      for (const id of ['c', 'a', 'b']) storage.records.put('mass', id, { was: id }, inGroups);
      await storage.records.commit();
      storage.records.put('mass', 'a', { now: 'other' }, inGroups);
      storage.records.put('grant', 'x', 'other');
      expect(await storage.records.get('mass', 'a')).toEqual({ now: 'other' });
      expect(await storage.records.get('mass', 'b')).toEqual({ was: 'b' });
      expect(await storage.records.get('mass', 'd')).toBeNull();
      expect(await storage.records.list('mass')).toEqual([
        { id: 'a', value: { now: 'other' } },
        { id: 'b', value: { was: 'b' } },
        { id: 'c', value: { was: 'c' } },
      ]);
    });

    test('forgets what was removed, and clears a kind', async () => {
      for (const id of ['a', 'b']) storage.records.put('mass', id, id, inGroups);
      await storage.records.commit();
      storage.records.put('mass', 'c', 'c', inGroups);
      await storage.records.commit();
      for (const id of ['a', 'c']) storage.records.remove('mass', id);
      expect(await storage.records.list('mass')).toEqual([{ id: 'b', value: 'b' }]);
      expect((await storage.records.usage(['mass'])).count).toBe(1);
      expect(await storage.records.clear(['mass', 'grant'])).toBe(1);
      expect(await storage.records.list('mass')).toEqual([]);
    });

    test('purges them when all that was written with them has expired', async () => {
      storage.records.put('mass', 'early', 1, inGroups);
      storage.records.put('mass', 'late', 1, { inGroups: true, expiresAtMillis: 2_000 });
      await storage.records.commit();
      storage.records.put('mass', 'never', 1, { inGroups: true });
      await storage.records.commit();
      await storage.records.purgeExpired(1_000);
      expect((await storage.records.list('mass')).map(({ id }) => id)).toContain('late');
      await storage.records.purgeExpired(2_000);
      expect((await storage.records.list('mass')).map(({ id }) => id)).toEqual(['never']);
      expect((await storage.records.usage(['mass'])).count).toBe(1);
    });
  });

  test('resolves commits that overlap, each after its own writes', async () => {
    const commits = Array.from({ length: 50 }, (_, index) => {
      storage.records.put('token', String(index), index);
      return storage.records.commit();
    });
    await Promise.all(commits);
    expect(await storage.records.list('token')).toHaveLength(50);
  });

  test('gives exchanges back byte for byte, newest first, page by page', async () => {
    const bytes = Buffer.from([0, 255, 128, 10, 13]);
    for (let index = 0; index < 25; index += 1)
      storage.exchanges.append([
        packExchange(`id${String(index).padStart(2, '0')}`, exchangeDraft({ requestBody: bytes }), true),
      ]);
    const first = await storage.exchanges.page({ limit: 10 });
    expect(first.items.map(({ id }) => id).slice(0, 2)).toEqual(['id24', 'id23']);
    const second = await storage.exchanges.page({ limit: 20, before: first.nextBefore ?? '' });
    expect(second.items).toHaveLength(15);
    expect(second.nextBefore).toBeNull();
    const body = (await storage.exchanges.get('id07'))?.request.body.bytes ?? null;
    expect(body === null ? null : Buffer.from(body)).toEqual(bytes);
  });

  test('finds exchanges by service and by tag', async () => {
    storage.exchanges.append([
      packExchange('a', exchangeDraft({ tags: ['client:one', 'user:ann'] }), true),
      packExchange('b', exchangeDraft({ service: 'sampleUpstreams', tags: ['client:on'] }), true),
    ]);
    const ids = async (query: object) =>
      (await storage.exchanges.page({ limit: 9, ...query })).items.map(({ id }) => id);
    expect(await ids({ tag: 'client:on' })).toEqual(['b']);
    expect(await ids({ tag: 'user:ann' })).toEqual(['a']);
    expect(await ids({ service: 'sampleUpstreams' })).toEqual(['b']);
  });

  test('drops the oldest exchanges when there are too many', async () => {
    for (let index = 0; index < 100; index += 1)
      storage.exchanges.append([packExchange(`id${String(index).padStart(3, '0')}`, exchangeDraft(), true)]);
    expect(await storage.exchanges.count()).toBeLessThanOrEqual(40);
    expect(await storage.exchanges.get('id099')).not.toBeNull();
    expect(await storage.exchanges.get('id000')).toBeNull();
  });

  test('drops the oldest exchanges when they take too many bytes', async () => {
    const requestBody = Buffer.alloc(100_000, 'x');
    for (let index = 0; index < 20; index += 1)
      storage.exchanges.append([
        packExchange(`id${String(index).padStart(3, '0')}`, exchangeDraft({ requestBody }), true),
      ]);
    expect(await storage.exchanges.count()).toBeLessThan(11);
    expect(await storage.exchanges.get('id019')).not.toBeNull();
  });

  test('keeps the first 256 KiB of a large body and says how large it was', async () => {
    storage.exchanges.append([
      packExchange('a', exchangeDraft({ requestBody: Buffer.alloc(300_000, 'x') }), true),
    ]);
    const body = (await storage.exchanges.get('a'))?.request.body;
    expect(body).toMatchObject({ sizeBytes: 300_000, kept: 'truncated' });
    expect(body?.bytes).toHaveLength(262_144);
  });
});

describe('storage on disk', () => {
  test('is there again after closing, sealed where it was asked for', async () => {
    const first = await openTestStorage(directory.path);
    first.records.put('secret', 'portal-web', 'planted-secret-value', { sealed: true });
    first.records.put('open', 'x', 'planted-open-value');
    first.exchanges.append([packExchange('a', exchangeDraft({ responseBody: 'planted-body-value' }), true)]);
    await first.close();
    const raw = readFileSync(join(directory.path, 'state.db')).toString('latin1');
    expect(raw).toContain('planted-open-value');
    expect(raw).not.toContain('planted-secret-value');
    expect(raw).not.toContain('planted-body-value');

    const second = await openTestStorage(directory.path);
    expect(await second.records.get('secret', 'portal-web')).toBe('planted-secret-value');
    const body = (await second.exchanges.get('a'))?.response?.body.bytes;
    expect(Buffer.from(body ?? []).toString()).toBe('planted-body-value');
    await second.close();
  });

  test('refuses a second opener and names the process that holds it', async () => {
    const first = await openTestStorage(directory.path);
    await expect(openTestStorage(directory.path)).rejects.toMatchObject({
      code: 'state.busy',
      message: expect.stringContaining(String(process.pid)),
    });
    await first.close();
    const second = await openTestStorage(directory.path);
    await second.close();
  });

  test('writes puts by itself, without a commit', async () => {
    const first = await openTestStorage(directory.path);
    first.records.put('token', 'a', 'written-soon');
    const { DatabaseSync } = await import('node:sqlite');
    const reader = new DatabaseSync(join(directory.path, 'state.db'), { readOnly: true });
    const count = () => reader.prepare('SELECT count(*) AS count FROM records').get()?.['count'];
    await eventually(() => (count() === 1 ? true : null));
    reader.close();
    await first.close();
  });
});
