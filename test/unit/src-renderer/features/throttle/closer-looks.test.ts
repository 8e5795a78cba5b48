import { describe, expect, test } from 'vitest';
import { liveBins } from '#renderer/features/throttle/live/use-live-run.ts';
import { percentileParts, requestsParts } from '#renderer/features/throttle/results/chart-parts.ts';
import { heatParts } from '#renderer/features/throttle/results/heat-parts.ts';
import { countWindow, groupBins, requestBins } from '#renderer/features/throttle/results/request-bins.ts';
import {
  changeText,
  heatTable,
  lossOf,
  pairsOf,
  pairsTable,
  percentileTable,
} from '#renderer/features/throttle/results/tables.ts';
import type { GroupResult, SimulationResult } from '#shared/throttle/simulation/types.ts';

const none = { p50: [null, null], p95: [null, null] };

/** Two hours in minutes, of which only what the charts need. */
const result = {
  durationSeconds: 7_200,
  binSeconds: 60,
  bins: {
    offered: [90, 30],
    accepted: [60, 30],
    refused: [30, 0],
    notTaken: [0, 5],
    limitPerSecond: [1, 2],
  },
  retryAfter: { perBin: none },
  waiting: { perBin: none },
} as unknown as SimulationResult;

describe('requests over time', () => {
  test('are counted in finer pieces where the view is shorter than sixty of those of the whole', () => {
    expect(countWindow(result, { fromSeconds: 0, untilSeconds: 7_200 })).toBeNull();
    expect(countWindow(result, { fromSeconds: 50, untilSeconds: 80 })).toEqual({
      fromSeconds: 50,
      untilSeconds: 80,
      binSeconds: 0.5,
    });
  });

  test('stand where they came, and the limit beside them is that of the moment', () => {
    const window = { fromSeconds: 50, untilSeconds: 70, binSeconds: 10 };
    const counts = {
      ...window,
      offered: [9, 4],
      accepted: [6, 4],
      refused: [3, 0],
      notTaken: [0, 5],
      retryAfter: none,
      waiting: none,
    };
    const bins = requestBins(result, window, counts);
    expect(bins.limitPerSecond).toEqual([1, 2]);
    expect([...requestsParts(bins, null, 'simulated').xs]).toEqual([55, 65]);
    // Counts of another view are none of this one.
    const whole = requestBins(result, { ...window, fromSeconds: 40 }, counts);
    expect([whole.fromSeconds, whole.binSeconds]).toEqual([0, 60]);
  });

  test('that were sent are counted in the same pieces', () => {
    const answer = {
      index: 0,
      client: 'ann',
      attempt: 1,
      status: 200,
      outcome: 'allowed',
      retryAfterSeconds: null,
      durationMillis: 1,
    } as const;
    const at = [49, 50, 65, 71].map((atSeconds) => ({ ...answer, atSeconds }));
    const whole = { binSeconds: 10, durationSeconds: 7_200 };
    expect(liveBins(at, { ...whole, count: 2, fromSeconds: 50 }).accepted).toEqual([1, 1]);
    // The beginning has none of those that came later.
    expect(liveBins(at, { ...whole, count: 5 }).accepted).toEqual([0, 0, 0, 0, 1]);
    // One that comes late is in the last piece of the whole.
    expect(liveBins(at, { binSeconds: 10, count: 7 }).accepted).toEqual([0, 0, 0, 0, 1, 1, 2]);
  });
});

describe('groups over time', () => {
  const group = (key: string, refused: readonly number[]) =>
    ({ key, bins: { accepted: refused.map(() => 0), refused } }) as unknown as GroupResult;
  const whole = [group('ann', [1, 2]), group('bob', [3, 4])];
  const wanted = { fromSeconds: 50, untilSeconds: 70, binSeconds: 10 };

  test('are drawn in the pieces of the view once each of them was counted so', () => {
    const finer = [group('bob', [0, 3]), group('ann', [1, 0])];
    const bins = groupBins(result, whole, wanted, finer);
    expect(bins.groups.map(({ key }) => key)).toEqual(['ann', 'bob']);
    expect([...heatParts(bins).xs]).toEqual([55, 65]);
    expect(heatTable(result, bins).columns.map(({ text }) => text(1))).toEqual(['0:01:00', '', '100%']);
    expect(groupBins(result, whole, wanted, finer.slice(1))).toMatchObject({ groups: whole, binSeconds: 60 });
    expect(groupBins(result, whole, null, null)).toMatchObject({ fromSeconds: 0, binSeconds: 60 });
  });

  test('have percentiles in the same pieces', () => {
    const series = { p50: [1, null], p95: [2, null] };
    expect([...percentileParts(series, wanted).xs]).toEqual([55, 65]);
    const { columns } = percentileTable(result, series, wanted);
    expect(columns.map(({ text }) => text(0)).slice(1)).toEqual(['1', '2']);
  });
});

test('each group is compared with itself under the other policy, with what it loses', () => {
  const group = (key: string, accepted: number, refused: number) =>
    ({ key, accepted, refused }) as unknown as GroupResult;
  const pairs = pairsOf(
    [group('ann', 9, 1), group('bob', 2, 8), group('eve', 3, 0)],
    [group('bob', 7, 3), group('ann', 6, 4)],
  );
  expect(pairs.map(lossOf)).toEqual([3, -5, 3]);
  expect(pairs.map((pair) => changeText(lossOf(pair)))).toEqual(['−3', '+5', '−3']);
  const { columns } = pairsTable(pairs);
  expect(columns.map(({ text }) => text(0))).toEqual(['ann', '9', '6', '−3']);
  expect(columns.map(({ text }) => text(2))).toEqual(['eve', '3', '', '−3']);
});
