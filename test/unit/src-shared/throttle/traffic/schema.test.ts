import { describe, expect, test } from 'vitest';
import { trafficSchema } from '#shared/throttle/traffic/schema.ts';

const withTrace = (atMillis: unknown, client: unknown) =>
  trafficSchema.safeParse({
    durationSeconds: 10,
    clients: [{ id: 'ann' }, { id: 'bob' }],
    trace: { atMillis, client },
  });

describe('recorded requests in a traffic file', () => {
  test.each([
    ['lists of numbers', [0, 5, 1_000], [0, 1, 0]],
    ['none', [], []],
    ['columns as the engine keeps them', Float64Array.of(0, 5), Int32Array.of(1, 1)],
  ])('are taken: %s', (_, atMillis, client) => {
    expect(withTrace(atMillis, client).success).toBe(true);
  });

  test.each([
    ['a time before the start', [-1], [0], 'trace.atMillis'],
    ['a time that is none', Float64Array.of(Number.NaN), [0], 'trace.atMillis'],
    ['a text as a time', ['5'], [0], 'trace.atMillis'],
    ['a half client', [1], [0.5], 'trace.client'],
    ['a negative client', [1], Int32Array.of(-1), 'trace.client'],
    ['a client that is not there', [1], [2], 'trace.client'],
    ['a time without a client', [1, 2], [0], 'trace.client'],
  ])('are refused with the place: %s', (_, atMillis, client, place) => {
    const issues = withTrace(atMillis, client).error?.issues ?? [];
    expect(issues.map(({ path }) => path.join('.'))).toEqual([place]);
  });
});
