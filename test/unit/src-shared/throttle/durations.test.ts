import { describe, expect, test } from 'vitest';
import { parseDuration } from '#shared/throttle/index.ts';

const second = 1_000_000_000;

function nanosOf(text: string): number | 'unlimited' | null {
  const parsed = parseDuration(text);
  return 'problem' in parsed ? null : parsed.nanos;
}

describe('a duration', () => {
  test.each([
    ['10 s', 10 * second],
    ['10 seconds', 10 * second],
    ['10s', 10 * second],
    ['1 SEC', second],
    ['1 d', 86_400 * second],
    ['2 days and 3 hours', 51 * 3_600 * second],
    ['10 s and 10 s', 20 * second],
    ['1 hour, 30 minutes', 5_400 * second],
    ['5 m', 300 * second],
    ['250 ms', second / 4],
    ['1 millis', 1_000_000],
    ['7 µs', 7_000],
    ['7 μs', 7_000],
    ['7 us', 7_000],
    ['1 nanosecond', 1],
    ['zero', 0],
    ['disabled', 0],
    ['unlimited', 'unlimited'],
    ['None', 'unlimited'],
    ['indefinite', 'unlimited'],
    ['infinity', 'unlimited'],
    ['undefined', 'unlimited'],
    [' unlimited\t', 'unlimited'],
    ['  zero ', 0],
    [' 10 s  ', 10 * second],
    ['9007199254740991 ns', 9_007_199_254_740_991],
  ])('“%s” is read', (text, nanos) => {
    expect(parseDuration(text)).toEqual({ nanos, warnings: [] });
  });

  test.each([
    '',
    '10',
    's',
    '-1 s',
    '1.5 s',
    '1 week',
    '1 month',
    '3 years',
    'unlimited and 3 minutes',
    ' 3 3 minutes',
  ])('“%s” is refused with its place', (text) => {
    const parsed = parseDuration(text);
    expect(parsed).toMatchObject({ problem: { code: 'throttling.duration-invalid' } });
    if (!('problem' in parsed)) return;
    const { offset, length } = parsed.problem;
    expect(offset + length).toBeLessThanOrEqual(text.length);
  });

  test.each([
    ['', 'The duration is missing.', 0, 0],
    ['   ', 'The duration is missing.', 0, 3],
    ['10 s and  , 5 s', 'The duration is missing.', 9, 1],
    [' 10 ', '“10” is not a number followed by a unit.', 0, 4],
    ['1 s, ten s ', '“ten s” is not a number followed by a unit.', 4, 7],
  ])('“%s” is told what is missing', (text, message, offset, length) => {
    expect(parseDuration(text)).toMatchObject({ problem: { message, offset, length } });
  });

  test('points at the unit that is none', () => {
    expect(parseDuration('1 day and 2 weeks')).toMatchObject({ problem: { offset: 12, length: 5 } });
    expect(parseDuration('1 day and  2  weeks')).toMatchObject({
      problem: { message: '“weeks” is not a unit of time.', offset: 14, length: 5 },
    });
  });

  test.each([
    ['10 s foo', 10 * second, 5, 3],
    ['1 d 2 h', 86_400 * second, 4, 3],
    ['5 seconds and', 5 * second, 10, 3],
  ])('what the products ignore in “%s” is a warning', (text, nanos, offset, length) => {
    const parsed = parseDuration(text);
    expect(parsed).toMatchObject({
      nanos,
      warnings: [{ code: 'throttling.duration-ignored', offset, length }],
    });
  });

  test('what is ignored is named without the spaces around it', () => {
    expect(parseDuration('10 s  foo ')).toMatchObject({
      warnings: [{ message: '“foo” is ignored: the duration is only 10 s.', offset: 6, length: 3 }],
    });
  });

  test('that cannot be counted in nanoseconds is refused', () => {
    expect(nanosOf('99999999999999999999 days')).toBeNull();
    expect(nanosOf('9007199254740992 ns')).toBeNull();
    expect(nanosOf('104 days')).toBe(104 * 86_400 * second);
  });
});
