import { describe, expect, test } from 'vitest';
import { ArrivalQueue } from '#main/services/throttle/pure/traffic/arrivals.ts';
import { allStreams, clientsOf } from '#main/services/throttle/pure/traffic/clients.ts';
import { SeededRandom } from '#main/services/throttle/pure/traffic/random.ts';
import { streamOf } from '#main/services/throttle/pure/traffic/stream.ts';
import { type Pattern, trafficSchema } from '#shared/throttle/traffic/schema.ts';

/** The times of all requests of a pattern in seconds. */
function timesOf(pattern: Pattern, count = 1, durationSeconds = 100, seed = 1): readonly number[] {
  const traffic = trafficSchema.parse({
    durationSeconds,
    seed,
    clients: [{ id: 'c', count, patterns: [pattern] }],
  });
  const clients = clientsOf(traffic);
  const queue = new ArrivalQueue(allStreams(clients));
  const times: number[] = [];
  for (; queue.at < durationSeconds * 1e9; queue.advance()) times.push(queue.at / 1e9);
  return times;
}

describe('requests', () => {
  test('that are steady come evenly from the start', () => {
    expect(timesOf({ kind: 'steady', perSecond: 2, untilSeconds: 2 })).toEqual([0, 0.5, 1, 1.5]);
    expect(timesOf({ kind: 'steady', perSecond: 1, fromSeconds: 97 })).toEqual([97, 98, 99]);
  });

  test('of several clients take turns', () => {
    expect(timesOf({ kind: 'steady', perSecond: 1, untilSeconds: 1 }, 4)).toEqual([0, 0.25, 0.5, 0.75]);
  });

  test('of a burst come at one moment', () => {
    expect(timesOf({ kind: 'burst', atSeconds: 3, requests: 3 })).toEqual([3, 3, 3]);
  });

  test('of a ramp come ever closer', () => {
    const times = timesOf({ kind: 'ramp', fromPerSecond: 0, toPerSecond: 10, untilSeconds: 100 });
    // The nth one where n = 0.05 t².
    for (const [index, time] of times.entries()) expect(time).toBeCloseTo(Math.sqrt((index + 1) / 0.05), 6);
    expect(times).toHaveLength(499);
  });

  test('of a ramp that goes down become fewer', () => {
    const times = timesOf({ kind: 'ramp', fromPerSecond: 4, toPerSecond: 0, untilSeconds: 50 });
    expect(times.length).toBeGreaterThanOrEqual(99);
    expect(times.filter((time) => time < 25.001).length).toBe(75);
  });

  test('of stages follow the rate from one to the next', () => {
    const stages = [
      { durationSeconds: 10, perSecond: 10 },
      { durationSeconds: 10, perSecond: 10 },
      { durationSeconds: 10, perSecond: 0 },
    ];
    const times = timesOf({ kind: 'stages', stages });
    const within = (from: number, until: number) =>
      times.filter((time) => time >= from && time < until).length;
    expect([within(0, 10), within(10, 20), within(30, 100)]).toEqual([49, 100, 0]);
    // The last one is due at the very end, where the rate is zero.
    expect([50, 51]).toContain(within(20, 30));
  });

  test('that come at random are as many as their rate says, and as unevenly', () => {
    const times = timesOf({ kind: 'poisson', perSecond: 100 }, 1, 1_000);
    expect(times.length).toBeGreaterThan(100_000 - 4 * 316);
    expect(times.length).toBeLessThan(100_000 + 4 * 316);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    const long = gaps.filter((gap) => gap > 0.02).length / gaps.length;
    expect(long).toBeCloseTo(Math.exp(-2), 2);
    expect(timesOf({ kind: 'poisson', perSecond: 100 }, 1, 1_000, 2)).not.toEqual(times);
    expect(timesOf({ kind: 'poisson', perSecond: 100 }, 1, 1_000)).toEqual(times);
  });

  test('that were recorded come when they did', () => {
    const traffic = trafficSchema.parse({
      durationSeconds: 10,
      clients: [{ id: 'a' }, { id: 'b' }],
      trace: { atMillis: [0, 1.5, 7, 5], client: [0, 1, 0, 0] },
    });
    const clients = clientsOf(traffic);
    const queue = new ArrivalQueue(allStreams(clients));
    const seen: (readonly [number, number])[] = [];
    for (; queue.at < 1e10; queue.advance()) seen.push([queue.at, queue.client]);
    expect(seen).toEqual([
      [0, 0],
      [1_500_000, 1],
      [5_000_000, 0],
      [7_000_000, 0],
    ]);
  });
});

describe('clients', () => {
  const traffic = trafficSchema.parse({
    durationSeconds: 10,
    request: { headers: { 'X-All': 'yes' } },
    clients: [
      { id: 'one', attributes: { mail: 'one' } },
      {
        id: 'many',
        count: 3,
        attributes: { mail: 'm{n}' },
        headers: { 'X-N': '{n}' },
        on429: { kind: 'honour' },
      },
    ],
    changes: [
      { atSeconds: 5, client: 'many', attributes: { status: 's{n}' } },
      { atSeconds: 3, client: 'many-2', attributes: { status: null } },
      { atSeconds: 3, client: 'nobody', attributes: {} },
    ],
  });
  const clients = clientsOf(traffic);

  test('of a class are told apart by their number', () => {
    expect([0, 1, 2, 3].map((client) => clients.nameOf(client))).toEqual([
      'one',
      'many-1',
      'many-2',
      'many-3',
    ]);
    expect(clients.requestOf(2)).toEqual({
      method: 'GET',
      uri: 'http://localhost/',
      headers: { 'X-All': 'yes', 'X-N': '2' },
      remoteAddress: '127.0.0.1',
    });
    expect(clients.onRefused(3)).toEqual({ kind: 'honour', maximumRetries: 3 });
  });

  test('change their status one by one or as a class', () => {
    expect(clients.phasesOf(0)).toEqual([{ fromNanos: 0, attributes: { mail: 'one' } }]);
    expect(clients.phasesOf(2)).toEqual([
      { fromNanos: 0, attributes: { mail: 'm2' } },
      { fromNanos: 3e9, attributes: { mail: 'm2', status: null } },
      { fromNanos: 5e9, attributes: { mail: 'm2', status: 's2' } },
    ]);
  });
});

describe('random numbers', () => {
  test('are the same for the same seed and stream on every machine', () => {
    const random = new SeededRandom(1, 'stream');
    expect([random.uint32(), random.uint32(), random.uint32()]).toEqual([
      2_218_356_160, 3_084_787_621, 4_091_651_938,
    ]);
  });

  test('have gaps that are spread as those of events at random are', () => {
    const random = new SeededRandom(5, 'gaps');
    const gaps = Float64Array.from({ length: 1_000_000 }, () => random.exponential());
    const mean = (of: (gap: number) => number) => gaps.reduce((sum, gap) => sum + of(gap), 0) / gaps.length;
    expect(Math.abs(mean((gap) => gap) - 1)).toBeLessThan(0.005);
    expect(Math.abs(mean((gap) => gap * gap) - 2)).toBeLessThan(0.03);
    for (const above of [0.01, 0.1, 0.5, 1, 2, 4, 7, 8, 9.5]) {
      const share = Math.exp(-above);
      const deviation = Math.sqrt((share * (1 - share)) / gaps.length);
      expect(Math.abs(mean((gap) => (gap > above ? 1 : 0)) - share)).toBeLessThan(5 * deviation);
    }
  });

  test('come in blocks as they come one by one', () => {
    const pattern = { kind: 'poisson', perSecond: 100 } as const;
    const owner = { client: 0, phase: 0, seed: 3, name: 'x', durationSeconds: 100 };
    const [one, block] = [streamOf(pattern, owner), streamOf(pattern, owner)];
    const times = new Float64Array(64);
    let compared = 0;
    for (let count = block.take(times); count > 0; count = block.take(times))
      for (const time of times.subarray(0, count)) {
        expect(one.at).toBe(time);
        one.advance();
        compared += 1;
      }
    expect(one.at).toBe(Number.POSITIVE_INFINITY);
    expect(compared).toBeGreaterThan(9_000);
  });
});
