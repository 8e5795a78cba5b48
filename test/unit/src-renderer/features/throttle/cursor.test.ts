import { describe, expect, test } from 'vitest';
import {
  besideCursor,
  decisionIn,
  type Pieces,
  placeAmong,
} from '#renderer/features/throttle/results/decision-window.ts';
import type { Decision } from '#shared/throttle/simulation/types.ts';

const pieces: Pieces = { fromSeconds: 0, binSeconds: 1, untilSeconds: 20 };

const decision = (atSeconds: number, status: 200 | 429, group = 'ann') =>
  ({ atSeconds, status, group }) as Decision;

const decisions = [
  decision(17.1, 200),
  decision(17.32, 429, 'bob'),
  decision(17.9, 429),
  decision(18, 200),
  decision(20, 200),
];

const at = (atSeconds: number, nth = -1) => decisionIn(decisions, { atSeconds, nth }, pieces, 'ann');

describe('the cursor comes to a request of its piece', () => {
  test('to the refusal of the shown group, else to that of another, else to what passed', () => {
    expect(at(17.3)).toBe(2);
    expect(decisionIn(decisions, { atSeconds: 17.3, nth: -1 }, pieces, 'bob')).toBe(1);
    expect(decisionIn(decisions, { atSeconds: 17.3, nth: -1 }, pieces, 'eve')).toBe(1);
    expect(at(18.7)).toBe(3);
  });

  test('and to none of another piece, whatever is near', () => {
    expect(at(16.99)).toBe(-1);
    expect(at(19.1)).toBe(4);
    expect(at(12)).toBe(-1);
  });

  test('the one that is named stays, and the end belongs to the last piece', () => {
    expect(at(17.1, 0)).toBe(0);
    expect(at(20)).toBe(4);
  });

  test('says which one it is of those that are counted with it', () => {
    expect(placeAmong(decisions, 2, pieces)).toEqual({ place: 3, count: 3 });
    expect(placeAmong(decisions, 3, pieces)).toEqual({ place: 1, count: 1 });
    expect(placeAmong(decisions, -1, pieces)).toBeNull();
  });

  test('from an empty piece the next request is the one after it, the previous one before it', () => {
    const cursor = { atSeconds: 17.95, nth: -1 };
    expect(besideCursor(decisions, cursor, 1) + 1).toBe(3);
    expect(besideCursor(decisions, cursor, -1) - 1).toBe(2);
    expect(besideCursor(decisions, { atSeconds: 30, nth: -1 }, 1) + 1).toBeGreaterThanOrEqual(5);
  });
});
