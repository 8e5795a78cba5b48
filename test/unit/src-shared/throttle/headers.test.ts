import { expect, test } from 'vitest';
import { rateLimitHeaders } from '#shared/throttle/index.ts';
import { makeRate, second } from './rates.ts';

const six = makeRate(6, '10 s');

test.each([
  ['a full bucket', 6, 0, '"orders";r=6;t=0'],
  ['after one request the next token comes in two seconds', 5, 0, '"orders";r=5;t=2'],
  ['with half a token there is none, and half a step to wait', 0.5, six.stepNanos / 2, '"orders";r=0;t=1'],
  ['an empty bucket', 0, six.stepNanos, '"orders";r=0;t=2'],
])('%s', (_, level, wait, rateLimit) => {
  expect(rateLimitHeaders('orders', six, level, wait)).toEqual([
    'RateLimit-Policy',
    '"orders";q=6;w=10',
    'RateLimit',
    rateLimit,
  ]);
});

test('the wait agrees with Retry-After, and parts of a second count as one', () => {
  expect(rateLimitHeaders('x', makeRate(1, '1500 ms'), 0, 1.2 * second)[3]).toBe('"x";r=0;t=2');
  expect(rateLimitHeaders('x', makeRate(1, '1500 ms'), 0, 1.2 * second)[1]).toBe('"x";q=1;w=2');
});

test('a name cannot break out of its string', () => {
  expect(rateLimitHeaders('a"b\\cé\n', six, 6, 0)[1]).toBe('"a\\"b\\\\c??";q=6;w=10');
});
