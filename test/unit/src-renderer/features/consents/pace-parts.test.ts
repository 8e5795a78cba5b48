import { describe, expect, test } from 'vitest';
import { rateText, readoutText } from '#renderer/features/consents/duration.ts';
import { numberIn, paceInForce } from '#renderer/features/consents/load/pace-pane.tsx';
import {
  clockLines,
  type PaceSecond,
  paceParts,
  paceView,
  pausesOf,
  stepsOf,
  waitsOf,
} from '#renderer/features/consents/load/pace-parts.ts';

const start = Date.UTC(2026, 10, 21, 12, 3);

function second(at: number, accepted: number, refused = 0): PaceSecond {
  return { atMillis: start + at * 1_000, accepted, refused, failed: 0, limit: 10 };
}

describe('the chart of a load', () => {
  test('holds what was counted until the second ends', () => {
    const { xs, accepted } = stepsOf([second(0, 4), second(1, 9)]);
    const at = start / 1_000;
    expect(xs).toEqual([at, at + 1, at + 1, at + 2]);
    expect(accepted).toEqual([4, 4, 9, 9]);
  });

  test('shows nothing for seconds that are missing, such as those of a pause', () => {
    const { accepted, limits } = stepsOf([second(0, 4), second(10, 9)]);
    expect(accepted).toEqual([4, 4, 0, 0, 9, 9]);
    expect(limits).toEqual([10, 10, null, null, 10, 10]);
  });

  test('marks a 429 until rows are accepted again, and counts its refusals', () => {
    const seconds = [
      second(0, 9),
      second(1, 2, 3),
      second(2, 0, 1),
      second(3, 0),
      second(4, 8),
      second(5, 9),
    ];
    expect(pausesOf(seconds)).toEqual([
      { fromSeconds: start / 1_000 + 1, untilSeconds: start / 1_000 + 4, refused: 4 },
    ]);
  });

  test('is a wait only where nothing went through: one request that waits stops no other', () => {
    const seconds = [second(0, 9, 1), second(1, 9), second(2, 0, 2), second(3, 0), second(4, 9)];
    expect(pausesOf(seconds)).toHaveLength(2);
    expect(waitsOf(seconds)).toEqual([
      { fromSeconds: start / 1_000 + 2, untilSeconds: start / 1_000 + 4, refused: 2 },
    ]);
  });

  test('tells a wait by the next second in which something happened', () => {
    const [wait] = pausesOf([second(0, 9), second(1, 0, 1), second(7, 9)]);
    expect(wait).toMatchObject({ fromSeconds: start / 1_000 + 1, untilSeconds: start / 1_000 + 7 });
  });

  test('keeps room above the limit, and begins at zero', () => {
    const { scale } = paceParts([second(0, 9)]);
    expect(scale.top).toBeGreaterThan(10);
    expect(scale.lines[0]).toBe(0);
  });

  test('is a minute wide at least, and says the time of day but at its edge', () => {
    const view = paceView([second(0, 9)]);
    expect(view.untilSeconds - view.fromSeconds).toBe(60);
    // One that is over has the plot for itself.
    const over = paceView([second(0, 9), second(1, 9)], true);
    expect(over.untilSeconds - over.fromSeconds).toBe(2);
    const long = paceView(Array.from({ length: 600 }, (_, at) => second(at, 9)));
    expect(clockLines(long).length).toBeGreaterThan(3);
    expect(clockLines(long).every((at) => at < long.untilSeconds)).toBe(true);
    const fromSeconds = start / 1_000;
    expect(clockLines({ fromSeconds, untilSeconds: fromSeconds + 1 })).toEqual([fromSeconds]);
  });
});

describe('the pace of a load', () => {
  const target = { mode: 'told', perSecond: 10, burst: 5 } as const;

  test('is that of the import, then that of its target, then learnt', () => {
    expect(paceInForce({ mode: 'learned' }, target)).toEqual({ mode: 'learned' });
    expect(paceInForce(null, target)).toEqual(target);
    expect(paceInForce(null, null)).toEqual({ mode: 'learned' });
  });

  test('is a number within its bounds', () => {
    const bounds = { min: 1, max: 256, isWhole: true };
    expect(numberIn(' 16 ', bounds)).toBe(16);
    for (const text of ['', '0', '257', '1.5', 'ten', 'NaN', 'Infinity'])
      expect({ text, value: numberIn(text, bounds) }).toEqual({ text, value: null });
  });
});

test('readouts are short: minutes and seconds, hours where there are any, one decimal where it says something', () => {
  expect(readoutText(468_000)).toBe('7:48');
  expect(readoutText(4_068_400)).toBe('1:07:48');
  expect(readoutText(-1)).toBe('0:00');
  expect(rateText(9.84)).toBe('9.8');
  expect(rateText(10)).toBe('10');
  expect(rateText(1_204.4)).toBe('1204');
});
