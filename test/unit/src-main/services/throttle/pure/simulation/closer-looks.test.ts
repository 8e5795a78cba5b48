import { describe, expect, test } from 'vitest';
import { countsIn, findGroups, simulate } from '#main/services/throttle/pure/simulation/index.ts';
import { finerBins, roundBinSeconds } from '#shared/throttle/simulation/bin-lengths.ts';
import type { Series } from '#shared/throttle/simulation/types.ts';
import { mail, mappedConfig, mixed, mixedTraffic, rate, routeWith, trafficOf } from './inputs.ts';

const sum = (series: Series) => series.reduce((total, count) => total + count, 0);
/** Decided one by one in the order of time. */
const slow = { route: routeWith({ ...mappedConfig, carryOver: true }), traffic: mixedTraffic };

describe('pieces of time', () => {
  test.each([
    [61, 60, 2],
    [60, 7, 10],
    [86_400, 60, 1_800],
    [20_000, 60, 600],
    [7 * 86_400, 60, 10_800],
    [3, 60, 0.05],
    [31 * 86_400, 1, null],
  ])('%d seconds in %d of them are %d seconds long', (duration, count, length) => {
    expect(roundBinSeconds(duration, count)).toBe(length);
  });

  test('of a view are finer than those of the whole, and begin at a round moment', () => {
    expect(finerBins({ fromSeconds: 63, untilSeconds: 92 }, 60, 60)).toEqual({
      fromSeconds: 63,
      untilSeconds: 92,
      binSeconds: 0.5,
    });
    expect(finerBins({ fromSeconds: 61.3, untilSeconds: 361.3 }, 60, 60)).toEqual({
      fromSeconds: 60,
      untilSeconds: 365,
      binSeconds: 5,
    });
    expect(finerBins({ fromSeconds: 0, untilSeconds: 86_400 }, 60, 60)).toBeNull();
  });

  test.each([
    ['groups of their own', mixed],
    ['one queue of all', slow],
  ])('hold what the simulation has there: %s', async (_what, input) => {
    const whole = await simulate({ ...input, bins: 60 }, {});
    expect(whole.binSeconds).toBe(1);
    const counts = await countsIn(input, {}, { fromSeconds: 20, untilSeconds: 50, binSeconds: 0.5 });
    expect(counts.accepted).toHaveLength(60);
    for (const name of ['offered', 'accepted', 'refused', 'notTaken'] as const) {
      const byTwo = Array.from({ length: 30 }, (_, bin) => sum(counts[name].slice(2 * bin, 2 * bin + 2)));
      expect(byTwo).toEqual(whole.bins[name].slice(20, 50));
    }
  });

  test.each([
    ['groups of their own', mixed],
    ['one queue of all', slow],
  ])('have the percentiles and the groups of the simulation there: %s', async (_what, input) => {
    const whole = await simulate({ ...input, bins: 60 }, {});
    const part = (binSeconds: number) => ({ fromSeconds: 20, untilSeconds: 50, binSeconds });
    const counts = await countsIn(input, {}, part(1));
    for (const name of ['retryAfter', 'waiting'] as const)
      for (const share of ['p50', 'p95'] as const)
        expect(counts[name][share]).toEqual(whole[name].perBin[share].slice(20, 50));
    const keys = whole.groups.map(({ key }) => key);
    const search = { search: '', from: 0, maximum: 100, keys };
    const { groups } = await findGroups(input, {}, { ...search, window: part(0.5) });
    expect(groups.map(({ key }) => key)).toEqual(keys);
    for (const [at, { bins, level, capacityPerBin }] of groups.entries()) {
      const of = whole.groups[at];
      if (of === undefined) continue;
      const pairs = <T>(list: readonly T[]) =>
        Array.from({ length: 30 }, (_, bin) => list.slice(2 * bin, 2 * bin + 2));
      const there = <T>(list: readonly T[]) => list.slice(20, 50);
      expect(pairs(bins.accepted).map(sum)).toEqual(there(of.bins.accepted));
      expect(pairs(bins.refused).map(sum)).toEqual(there(of.bins.refused));
      expect(pairs(level.min).map((two) => Math.min(...two))).toEqual(there(of.level.min));
      const means = pairs(level.mean).map((two) => sum(two) / 2);
      for (const [bin, mean] of there(of.level.mean).entries()) expect(means[bin]).toBeCloseTo(mean, 9);
      expect(pairs(capacityPerBin).map((two) => two[1])).toEqual(there(of.capacityPerBin));
    }
  });
});

describe('groups that are looked for', () => {
  /** Each client a group of its own: the further behind, the fewer requests. */
  const many = {
    route: routeWith({ requestGroupingPolicy: mail, rate: rate(2) }),
    traffic: trafficOf({
      durationSeconds: 60,
      clients: Array.from({ length: 986 }, (_, index) => ({
        id: `c${index}`,
        attributes: { mail: `User-${index}@example.com` },
        patterns: [{ kind: 'burst' as const, atSeconds: 1, requests: 1_000 - index }],
      })),
    }),
  };
  const page = (search: string, from: number) => ({ search, from, maximum: 24, keys: null });

  test('are all reached page by page, each as the simulation has it', async () => {
    const last = await findGroups(many, {}, page('', 984));
    expect(last.count).toBe(986);
    expect(last.groups.map(({ key, accepted, refused }) => [key, accepted, refused])).toEqual([
      ['User-984@example.com', 2, 14],
      ['User-985@example.com', 2, 13],
    ]);
    const first = await findGroups(many, {}, page('', 0));
    expect(first.groups).toEqual((await simulate({ ...many, groups: 24 }, {})).groups);
  });

  test('are found by a part of their key in whatever case, and by their whole keys', async () => {
    const found = await findGroups(many, {}, page('user-98', 0));
    expect([found.count, found.groups[0]?.key]).toEqual([7, 'User-98@example.com']);
    expect(await findGroups(many, {}, page('nobody', 0))).toEqual({ count: 0, groups: [] });
    const keys = ['User-7@example.com', 'none', 'User-3@example.com'];
    const named = await findGroups(many, {}, { ...page('', 0), keys });
    expect(named.groups.map(({ key }) => key)).toEqual([keys[0], keys[2]]);
  });

  test('are the same where requests are decided one by one', async () => {
    const { groups } = await findGroups(slow, {}, page('', 0));
    expect(groups).toEqual((await simulate({ ...slow, groups: 24 }, {})).groups);
  });
});
