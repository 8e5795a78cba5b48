import { describe, expect, test } from 'vitest';
import {
  createReplayStore,
  samlAssertionKind,
} from '#main/services/authorization-server/stores/replay-store.ts';
import { replayKeyOf } from '#main/services/saml/index.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import { openTestStorage, temporaryDirectory } from '#test/support/storage.ts';

const nowMillis = Date.UTC(2026, 10, 20, 12);
const ends = nowMillis + 300_000;
const retentionMillis = 600_000;
const key = replayKeyOf('https://idp.example', '_one');

const folder = startedAnew(temporaryDirectory);
const storage = startedAnew(() => openTestStorage(folder.path));

describe('a used assertion', () => {
  test('is known from then on, and no other is', () => {
    const store = createReplayStore(storage.records, samlAssertionKind);
    expect(store.seen(key, ends)).toBe(false);
    store.remember(key, ends, nowMillis);
    expect(store.seen(key, ends)).toBe(true);
    expect(store.seen(replayKeyOf('https://idp.example', '_two'), ends)).toBe(false);
    expect(store.seen(replayKeyOf('https://other.example', '_one'), ends)).toBe(false);
  });

  test('is known after a restart', async () => {
    createReplayStore(storage.records, samlAssertionKind).remember(key, ends, nowMillis);
    await storage.records.commit();
    await startInstead(storage, () => openTestStorage(folder.path));
    const store = createReplayStore(storage.records, samlAssertionKind);
    expect(store.seen(key, ends)).toBe(false);
    await store.load(nowMillis + 1_000);
    expect(store.seen(key, ends)).toBe(true);
  });

  test('is kept by its hash alone', async () => {
    createReplayStore(storage.records, samlAssertionKind).remember(key, ends, nowMillis);
    expect(await storage.records.list(samlAssertionKind)).toEqual([
      { id: key, value: { untilMillis: ends } },
    ]);
    expect(key).not.toContain('_one');
  });

  test('is forgotten well after it expired, in memory and on the disk', async () => {
    const store = createReplayStore(storage.records, samlAssertionKind);
    store.remember(key, ends, nowMillis);
    store.purge(ends);
    expect(store.seen(key, ends)).toBe(true);
    expect(await storage.records.purgeExpired(ends + retentionMillis - 1)).toBe(0);
    store.purge(ends + retentionMillis);
    expect(await storage.records.purgeExpired(ends + retentionMillis + 1)).toBe(1);
    // An assertion that ended so long ago may have been used: it is refused. One that ends later is known not to have
    // been.
    expect(store.seen(key, ends)).toBe(true);
    expect(store.seen(key, ends + 1)).toBe(false);
  });

  test('may be any from before the records were found damaged, and one that does not say when it was made', () => {
    const store = createReplayStore(storage.records, samlAssertionKind, nowMillis);
    expect(store.isFromBeforeDoubt(nowMillis)).toBe(true);
    expect(store.isFromBeforeDoubt(null)).toBe(true);
    expect(store.isFromBeforeDoubt(nowMillis + 1)).toBe(false);
    const whole = createReplayStore(storage.records, samlAssertionKind);
    expect([whole.isFromBeforeDoubt(nowMillis), whole.isFromBeforeDoubt(null)]).toEqual([false, false]);
  });

  test('is forgotten where all is to be', () => {
    const store = createReplayStore(storage.records, samlAssertionKind);
    store.remember(key, ends, nowMillis);
    store.forget();
    expect(store.seen(key, ends)).toBe(false);
  });
});

test('the keys of two assertions differ wherever issuer and ID differ', () => {
  const keys = [
    ['a', 'bc'],
    ['ab', 'c'],
    ['a","b', 'c'],
    ['a', 'b","c'],
  ].map(([issuer = '', id = '']) => replayKeyOf(issuer, id));
  expect(new Set(keys).size).toBe(4);
});
