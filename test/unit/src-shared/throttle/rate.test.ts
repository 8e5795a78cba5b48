import { describe, expect, test } from 'vitest';
import { isSameRate, rateOf, rateText } from '#shared/throttle/index.ts';
import { makeRate } from './rates.ts';

describe('a rate', () => {
  test('has a step that is rounded up to whole nanoseconds', () => {
    expect(makeRate(6, '10 s')).toMatchObject({ stepNanos: 1_666_666_667, toleranceNanos: 8_333_333_335 });
  });

  test.each([0, -1, 1.5, Number.NaN, 2_147_483_648])('of %s requests is refused', (numberOfRequests) => {
    expect(rateOf(numberOfRequests, '10 s')).toMatchObject({
      member: 'numberOfRequests',
      problem: { code: 'throttling.rate-invalid' },
    });
  });

  test.each(['unlimited', 'zero', '999 us', '76 days'])('over %s is refused', (duration) => {
    expect(rateOf(1, duration)).toMatchObject({
      member: 'duration',
      problem: { code: 'throttling.rate-invalid' },
    });
  });

  test.each([
    ['unlimited', 'A rate needs a limited duration.'],
    ['76 days', 'A rate over 76 days is not possible.'],
  ])('over %s is told why', (duration, message) => {
    expect(rateOf(1, duration)).toMatchObject({
      problem: { message, fix: 'Enter a duration from 1 ms to 75 days.', length: duration.length },
    });
  });

  test.each([
    [1, '1 ms'],
    [2_147_483_647, '1 ms'],
    [2_147_483_647, '75 days'],
    [1, '75 days'],
  ])('of %s over %s is taken', (numberOfRequests, duration) => {
    expect(rateOf(numberOfRequests, duration)).toHaveProperty('rate');
  });

  test('whose duration cannot be read says so', () => {
    expect(rateOf(1, 'soon')).toMatchObject({
      member: 'duration',
      problem: { code: 'throttling.duration-invalid' },
    });
  });

  test('is the same however its duration is written', () => {
    expect(isSameRate(makeRate(5, '1 s'), makeRate(5, '1000 ms'))).toBe(true);
    expect(isSameRate(makeRate(5, '1 s'), makeRate(6, '1 s'))).toBe(false);
    expect(isSameRate(makeRate(5, '1 s'), makeRate(5, '2 s'))).toBe(false);
  });

  test('is written as people do', () => {
    expect(rateText(makeRate(6, '10 s'))).toBe('6/10 s');
    expect(rateText(makeRate(6, '  10 s '))).toBe('6/10 s');
    expect(rateText(null)).toBe('');
  });
});
