import { describe, expect, test } from 'vitest';
import { createSecondCounts } from '#main/services/activity/timeline.ts';
import type { FilterRow } from '#shared/exchange/filter/index.ts';

const at = (seconds: number, part: Partial<FilterRow> = {}): FilterRow => ({
  id: `h${seconds}`,
  side: 'server',
  service: 'authorizationServer',
  startedAtMillis: seconds * 1_000,
  durationMicros: 0,
  method: 'GET',
  target: '/',
  status: 200,
  remark: '',
  tags: [],
  ...part,
});
const timelineOf = (...rows: readonly FilterRow[]) => {
  const counts = createSecondCounts();
  for (const row of rows) counts.add(row);
  return counts.timeline();
};

describe('the arrivals over time', () => {
  test('are none while there is nothing', () => {
    expect(timelineOf()).toBeNull();
  });

  test('tell answers, redirects and refusals apart; no answer and an error of the server are with the refusals', () => {
    expect(
      timelineOf(
        at(100),
        at(100, { status: 303 }),
        at(101, { status: 400 }),
        at(101, { status: null }),
        at(102, { status: 302, remark: 'access_denied' }),
        at(102, { status: 503 }),
      ),
    ).toEqual({
      fromMillis: 100_000,
      barMillis: 1_000,
      answered: [1, 0, 0],
      redirected: [1, 0, 0],
      refused: [0, 2, 2],
    });
  });

  test('take the least width of a clock that has at most 60 bars, and begin where a bar begins', () => {
    const timeline = timelineOf(at(1_007), at(1_095));
    expect(timeline).toMatchObject({ fromMillis: 1_006_000, barMillis: 2_000 });
    expect(timeline?.answered).toHaveLength(45);
    const hours = timelineOf(at(0), at(86_400));
    expect(hours).toMatchObject({ barMillis: 1_800_000 });
    expect(hours?.answered).toHaveLength(49);
    const years = timelineOf(at(0), at(10 * 365 * 86_400));
    expect(years?.answered.length).toBeLessThanOrEqual(60);
    expect(years?.answered.reduce((sum, count) => sum + count, 0)).toBe(2);
  });
});
