import { describe, expect, test } from 'vitest';
import { traceFormats } from '#main/services/throttle/pure/import/index.ts';
import { liveBins } from '#renderer/features/throttle/live/use-live-run.ts';
import { isLabName, newRouteFile } from '#renderer/features/throttle/names.ts';
import { exactLevel } from '#renderer/features/throttle/results/chart-parts.ts';
import {
  decisionWindow,
  offeredIn,
  refOf,
  stepFrom,
} from '#renderer/features/throttle/results/decision-window.ts';
import { histogramRows } from '#renderer/features/throttle/results/histogram.ts';
import { movedCursor } from '#renderer/features/throttle/results/moved-cursor.ts';
import { binText, lengthText, waitText } from '#renderer/features/throttle/seconds.ts';
import { whyLines } from '#renderer/features/throttle/why/why-steps.ts';
import { formatOfFile } from '#shared/files/index.ts';
import type { Decision, SimulationResult } from '#shared/throttle/simulation/types.ts';

const accepted: Decision = {
  index: 0,
  atSeconds: 1,
  client: 'ann',
  attempt: 1,
  group: 'ann@example.com',
  rateText: '2/10 s',
  why: 'mapped',
  mapped: 'gold',
  levelBefore: 2,
  capacity: 2,
  stepSeconds: 5,
  bucket: 'kept',
  isTaken: true,
  status: 200,
  waitSeconds: 0,
  retryAfterSeconds: null,
  error: null,
};
const refused: Decision = {
  ...accepted,
  levelBefore: 0.999,
  status: 429,
  waitSeconds: 0.000_000_002,
  retryAfterSeconds: 1,
};
/** Of a result only what decides which requests are looked at. */
const result = {
  durationSeconds: 40,
  binSeconds: 10,
  bins: { offered: [5, 900, 400, 900], notTaken: [0, 0, 500, 0] },
} as unknown as SimulationResult;

describe('which requests are looked at one by one', () => {
  test('all of the view where they are few, else those around the cursor', () => {
    expect(offeredIn(result, { fromSeconds: 0, untilSeconds: 20 })).toBe(905);
    expect(decisionWindow(result, { fromSeconds: 0, untilSeconds: 9 }, null, 1_000)).toEqual({
      fromSeconds: 0,
      untilSeconds: 9,
    });
    expect(decisionWindow(result, { fromSeconds: 0, untilSeconds: 40 }, null, 1_000)).toBeNull();
    expect(decisionWindow(result, { fromSeconds: 0, untilSeconds: 40 }, 15, 1_000)).toEqual({
      fromSeconds: 0,
      untilSeconds: 20,
    });
  });

  test('several of one instant keep their names, and the next one of a group is found', () => {
    const decisions = [accepted, refused, { ...accepted, group: 'bob' }, { ...accepted, atSeconds: 2 }];
    expect(refOf(decisions, 1)).toEqual({ atSeconds: 1, nth: 1 });
    expect(stepFrom(decisions, 1, 1, 'ann@example.com')).toBe(3);
    expect(stepFrom(decisions, 0, -1, null)).toBe(-1);
  });
});

describe('the level of a bucket between requests', () => {
  test('falls by a token where one passed, and rises a step at a time up to the capacity', () => {
    const points = exactLevel([accepted], { fromSeconds: 0, untilSeconds: 20 });
    expect(points).toEqual([
      [0, 2],
      [1, 2],
      [1, 1],
      [6, 2],
      [20, 2],
    ]);
  });
});

test('a request that passed in shadow mode took no token, and says so', () => {
  const shadowed = { ...refused, status: 200, retryAfterSeconds: null } as const;
  const levels = exactLevel([shadowed], { fromSeconds: 0, untilSeconds: 2 }).map(([, level]) => level);
  expect(Math.min(...levels)).toBe(0.999);
  const lines = whyLines(shadowed, 'orders');
  expect(lines[3]).toMatchObject({ outcome: 'shut', text: expect.stringContaining('Shadow mode') });
  expect(lines.at(-1)).toMatchObject({ outcome: 'pass', title: 'Forwarded to orders' });
});

describe('why a request was decided as it was', () => {
  const told = (decision: Decision) =>
    whyLines(decision, 'orders').map(({ outcome, title }) => `${outcome}: ${title}`);

  test('a refused one: the gate shut for want of a whole token', () => {
    expect(told(refused)).toEqual([
      'pass: Key found',
      'pass: Status gold is mapped',
      'pass: Bucket has this rate',
      'shut: Bucket has a token',
      'never: Forwarded to orders',
    ]);
    // Rounded up it would look like a whole one.
    expect(whyLines(refused, 'orders')[3]?.text).toContain('0.99');
  });

  test('one without a key or with a policy that failed ends before the bucket', () => {
    const failed = { ...accepted, status: 500, bucket: 'none', rateText: '' } as const;
    expect(told({ ...failed, group: null, error: 'no text' })[0]).toBe('shut: A key is found');
    expect(told({ ...failed, error: 'time-out' })).toContain('shut: The policy returns a rate');
    expect(told({ ...failed, error: 'time-out' }).at(-1)).toBe('never: Forwarded to orders');
  });

  test('an unmapped status and none at all are told apart', () => {
    expect(told({ ...accepted, why: 'default', mapped: 'visitor' })).toContain(
      'pass: Status visitor is not mapped: the default rate applies',
    );
    expect(told({ ...accepted, why: 'default', mapped: null })).toContain(
      'pass: No status: the default rate applies',
    );
  });
});

test('answers of the gateway are counted in the bins of the simulation', () => {
  const answer = { index: 0, client: 'ann', attempt: 1, retryAfterSeconds: null, durationMillis: 1 };
  const counted = liveBins(
    [
      { ...answer, atSeconds: 0.4, status: 200, outcome: 'allowed' },
      // Let through by the throttle: that the upstream is not there is no matter of its.
      { ...answer, atSeconds: 0.6, status: 502, outcome: 'allowed' },
      { ...answer, atSeconds: 1.2, status: 429, outcome: 'refused' },
      { ...answer, atSeconds: 9, status: 500, outcome: 'failed' },
      { ...answer, atSeconds: 1, status: null, outcome: 'unanswered' },
      { ...answer, atSeconds: 1, status: 404, outcome: 'notTaken' },
    ],
    { binSeconds: 1, count: 3 },
  );
  expect(counted).toEqual({
    accepted: [2, 0, 0],
    refused: [0, 1, 0],
    failed: [0, 1, 1],
    notTaken: [0, 1, 0],
  });
});

test('lengths read as a person says them', () => {
  expect([60, 12.6, 300, 86_400, 172_800].map(lengthText)).toEqual([
    '60\u00a0s',
    '12.6\u00a0s',
    '5\u00a0min',
    '1\u00a0d',
    '2\u00a0d',
  ]);
  expect(binText(60)).toBe('1\u00a0min');
  expect([4, 0.717, 1_200, 0.000_000_002].map(waitText)).toEqual(['4', '0.717', '1,200', '<\u00a00.001']);
});

test('keys move the cursor by bins, by ten of them, and to the ends', () => {
  const view = { fromSeconds: 10, untilSeconds: 50 };
  const key = (name: string, shiftKey = false) => movedCursor({ key: name, shiftKey }, 20, view, 0.5);
  expect([key('ArrowRight'), key('ArrowLeft', true), key('End'), key('x')]).toEqual([20.5, 15, 50, null]);
});

test('a histogram of many values has eight rows that hold all of them', () => {
  const many = Array.from({ length: 100 }, (_, at) => [at + 1, 2] as const);
  const rows = histogramRows(many);
  expect(rows).toHaveLength(8);
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(200);
  expect(histogramRows([[1, 7]])).toEqual([{ from: 1, until: 1, count: 7 }]);
});

test('new routes stand behind the others, with names that files can have', () => {
  expect(newRouteFile('orders', ['routes/10-a.json', 'routes/20-b.json'])).toBe('routes/21-orders.json');
  expect(newRouteFile('orders', [])).toBe('routes/01-orders.json');
  expect([isLabName('a.b-c_d'), isLabName('../a'), isLabName('')]).toEqual([true, false, false]);
});

test('a log is chosen by its ending', () => {
  const names = ['a.HAR', 'b.csv', 'c.jsonl', 'd.bin', 'e.log'];
  expect(names.map((name) => formatOfFile(traceFormats, name))).toEqual([
    'har',
    'csv',
    'ndjson',
    null,
    'access-log',
  ]);
});
