import { beforeEach, describe, expect, test } from 'vitest';
import { packExchange } from '#main/platform/exchange-codec.ts';
import { createIdSequence } from '#main/platform/exchange-ids.ts';
import { exchangeNoteKind } from '#main/platform/ports.ts';
import { createStateUpkeep, type StateUpkeep } from '#main/services/activity/index.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { exchangeDraft } from '#test/support/exchanges.ts';
import { startedAnew } from '#test/support/started.ts';
import { openTestStorage, temporaryDirectory } from '#test/support/storage.ts';

const dayMillis = 86_400_000;
const kinds = [
  ['on disk', (directory: string) => openTestStorage(directory)],
  ['in memory', () => Promise.resolve(createMemoryStorage({ maxExchanges: 1_000, maxExchangeBytes: 1e9 }))],
] as const;

describe.each(kinds)('the upkeep of a state %s', (_, open) => {
  let nowMillis: number;
  const clock = { nowMillis: () => nowMillis };

  function upkeep(): StateUpkeep {
    const part = (recordKind: string) => ({ recordKinds: [recordKind], forget: () => undefined });
    return createStateUpkeep({
      storage,
      clock,
      forgetExchanges: async () => {},
      parts: {
        flowRuns: part('run'),
        tokens: part('token'),
        consents: part('consent'),
        sandbox: part('sandbox'),
        jobs: part('job'),
        lintSources: part('lint-source'),
        drafts: part('draft'),
      },
    });
  }

  const folder = startedAnew(temporaryDirectory);
  const storage = startedAnew(() => open(folder.path));
  beforeEach(() => {
    nowMillis = 1_800_000_000_000;
  });

  /** One exchange a day, the last of them now. */
  async function recordDays(days: number): Promise<string[]> {
    const nextId = createIdSequence(clock);
    const packed = Array.from({ length: days }, (_value, day) => {
      if (day > 0) nowMillis += dayMillis;
      return packExchange(nextId(), exchangeDraft(), true);
    });
    storage.exchanges.append(packed);
    await storage.records.commit();
    return packed.map(({ id }) => id);
  }
  const kept = async () =>
    (await storage.exchanges.page({ limit: 99 })).items.map(({ id }) => id).toReversed();

  test('keeps exchanges of any age until somebody says otherwise', async () => {
    const ids = await recordDays(10);
    nowMillis += 1_000 * dayMillis;
    await upkeep().keep();
    expect(await kept()).toEqual(ids);
  });

  test('drops by and by what is older than it was told to keep, but for what was noted', async () => {
    const ids = await recordDays(10);
    storage.records.put(exchangeNoteKind, ids[2] ?? '', { isPinned: true, finding: null });
    const maintained = upkeep();
    await maintained.setRetention({ maxExchanges: 1_000, maxExchangeMebibytes: 10, maxAgeDays: 5 });
    expect(await kept()).toEqual([ids[2], ...ids.slice(4)]);
    nowMillis += 2 * dayMillis;
    await maintained.keep();
    expect(await kept()).toEqual([ids[2], ...ids.slice(6)]);
    storage.records.remove(exchangeNoteKind, ids[2] ?? '');
    await maintained.keep();
    expect(await kept()).toEqual(ids.slice(6));
  });

  test('what was chosen holds at the next start', async () => {
    const chosen = { maxExchanges: 500, maxExchangeMebibytes: 7, maxAgeDays: 1 };
    await upkeep().setRetention(chosen);
    const ids = await recordDays(3);
    const next = upkeep();
    expect(await next.retention()).toEqual(chosen);
    await next.keep();
    expect(await kept()).toEqual(ids.slice(1));
  });

  test('a purge leaves every other kind alone: secrets are of no kind', async () => {
    for (const kind of ['run', 'token', 'consent', 'job', 'draft', 'secret'])
      storage.records.put(kind, 'one', 'value', { sealed: true });
    const maintained = upkeep();
    expect(await maintained.purge(['tokens', 'jobs'])).toBe(2);
    const { kinds: usage } = await maintained.usage();
    expect(usage.filter(({ count }) => count === 1).map(({ kind }) => kind)).toEqual([
      'flowRuns',
      'consents',
      'drafts',
    ]);
    expect(await storage.records.get('secret', 'one')).toBe('value');
  });
});
