import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markOf, type Refusal, Repeats, sameOf } from '#main/services/throttle/pure/import/repeats.ts';

interface Line {
  readonly uri: number;
  readonly refusal: Refusal;
  readonly atMillis: number;
}

const client = 3;
const method = 1;

/** How many lines repeat one that was refused, as a log is read. */
function counted(lines: readonly Line[]): number {
  const repeats = new Repeats();
  for (const { uri, refusal, atMillis } of lines)
    if (repeats.concerns(refusal, markOf(uri, client, method), atMillis))
      repeats.take(refusal, atMillis, sameOf(uri, client, method));
  return repeats.repeats;
}

/** The same by hand: the last refusal of an address waits until a line within a minute of it comes. */
function expected(lines: readonly Line[]): number {
  const waiting = new Map<number, number>();
  let count = 0;
  for (const { uri, refusal, atMillis } of lines) {
    const since = waiting.get(uri);
    const isRepeat = since !== undefined && Math.abs(atMillis - since) <= 60_000;
    if (isRepeat) count += 1;
    if (isRepeat) waiting.delete(uri);
    if (refusal !== 0) waiting.set(uri, atMillis);
  }
  return count;
}

const minute = 60_000;
const noon = Date.UTC(2026, 0, 5, 12);
const at = (minutes: number, refusal: Refusal = 0, uri = 1): Line => ({
  uri,
  refusal,
  atMillis: noon + minutes * minute,
});

describe('repeats of refused requests', () => {
  test('are those within a minute', () => {
    expect(counted([at(0, 429), at(1)])).toBe(1);
    expect(counted([at(0, 429), at(1.001)])).toBe(0);
    expect(counted([at(0, 503), at(0.5, 429), at(1)])).toBe(2);
  });

  test('are found in a log that was put together of the logs of two nodes', () => {
    expect(counted([at(0, 429), at(300), at(0.5), at(301)])).toBe(1);
    // A line of another hour in between does not end the wait.
    expect(counted([at(0, 429), at(-60), at(0.5)])).toBe(1);
  });

  test('are as many as by hand, in whatever order the times come', () => {
    const line = fc.record({
      uri: fc.nat({ max: 3 }),
      refusal: fc.constantFrom<Refusal>(0, 0, 429, 503),
      atMillis: fc.integer({ min: -3 * minute, max: 8 * minute }).map((millis) => noon + millis),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.boolean(), (lines, isSorted) => {
        const read = isSorted ? lines.toSorted((a, b) => a.atMillis - b.atMillis) : lines;
        expect(counted(read)).toBe(expected(read));
      }),
    );
  });

  test('are those of the last hundred thousand refused requests that wait', () => {
    const refused = (uris: readonly number[]) => uris.map((uri) => at(0, 429, uri));
    const uris = Array.from({ length: 100_001 }, (_, uri) => uri);
    const most = uris.slice(0, 100_000);
    expect(counted([...refused(most), ...most.map((uri) => at(0.5, 0, uri))])).toBe(100_000);
    expect(counted([...refused(uris), at(0.5, 0, 0)])).toBe(0);
    expect(counted([...refused(uris), at(0.5, 0, 1)])).toBe(1);
    // One that is refused again waits anew, behind all others.
    const again = [...refused(most), at(0.1, 429, 0), at(0.1, 429, 100_000)];
    expect(counted([...again, at(0.5, 0, 0)])).toBe(2);
    expect(counted([...again, at(0.5, 0, 1)])).toBe(1);
    expect(counted([...again, at(0.5, 0, 2)])).toBe(2);
  });

  test('concern nobody once they came', () => {
    const repeats = new Repeats();
    const [mark, same] = [markOf(1, client, method), sameOf(1, client, method)];
    const concerned = () => repeats.concerns(0, mark, noon);
    expect(concerned()).toBe(false);
    repeats.take(429, noon, same);
    expect(concerned()).toBe(true);
    expect(repeats.take(0, noon, same)).toBe('repeat');
    expect(concerned()).toBe(false);
  });

  test('are as many before the year 1970 and in thousands of years', () => {
    for (const shift of [-noon - 40 * minute, 8e15 - noon]) {
      const lines = [at(0, 429), at(0.9), at(1, 429), at(3)].map((each) => ({
        ...each,
        atMillis: each.atMillis + shift,
      }));
      expect(counted(lines)).toBe(1);
    }
  });
});
