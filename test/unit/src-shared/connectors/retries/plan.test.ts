import { describe, expect, test } from 'vitest';
import { retrySchema } from '#shared/connectors/configuration/retries.ts';
import { type Ended, idempotencyField, repetitionOf } from '#shared/connectors/retries/plan.ts';

const rule = (more: object = {}) => retrySchema.parse({ codes: ['503'], jitter: false, ...more });
const ended = (more: Partial<Ended> = {}): Ended => ({
  method: 'GET',
  status: 503,
  repetitions: 0,
  retryAfterMillis: null,
  ...more,
});
const delayOf = (rules: readonly ReturnType<typeof rule>[], more: Partial<Ended> = {}, share = 0) =>
  repetitionOf(rules, ended(more), () => share)?.delayMillis ?? null;

describe('a request is sent again', () => {
  test('each time after twice the wait, up to the longest, and only as often as the rule says', () => {
    const rules = [rule({ delayMillis: 500, maxDelayMillis: 1_500, attempts: 4 })];
    const delays = [0, 1, 2, 3, 4].map((repetitions) => delayOf(rules, { repetitions }));
    expect(delays).toEqual([500, 1_000, 1_500, 1_500, null]);
  });

  test('after what the answer asks for, however short or long that is', () => {
    const rules = [rule({ maxDelayMillis: 1_000 })];
    expect(delayOf(rules, { retryAfterMillis: 0 })).toBe(0);
    expect(delayOf(rules, { retryAfterMillis: 60_000 })).toBe(60_000);
  });

  test('with jitter after between half and the whole of the wait', () => {
    const rules = [rule({ jitter: true, delayMillis: 1_000 })];
    expect([0, 0.5, 0.9999].map((share) => delayOf(rules, {}, share))).toEqual([1_000, 750, 500]);
  });

  test.each([
    [['5xx'], 503, true],
    [['5XX'], 599, true],
    [['5xx'], 429, false],
    [['429', '503'], 429, true],
    [['429'], null, false],
    [['connection'], null, true],
    [['connection'], 503, false],
  ])('for %j and %s: %s', (codes, status, isRepeated) => {
    expect(delayOf([rule({ codes })], { status }) !== null).toBe(isRepeated);
  });

  test.each([
    ['GET', {}, true],
    ['PUT', {}, true],
    ['DELETE', {}, true],
    ['POST', {}, false],
    ['PATCH', {}, false],
    ['PATCH', { methods: ['patch'] }, true],
    ['POST', { idempotencyKey: 'Idempotency-Key' }, true],
    ['POST', { idempotencyKey: 'Idempotency-Key', methods: ['PATCH'] }, false],
    ['GET', { methods: ['POST'] }, false],
  ])('a %s by a rule with %j: %s', (method, more, isRepeated) => {
    expect(delayOf([rule(more)], { method }) !== null).toBe(isRepeated);
  });

  test('by the first rule that fits', () => {
    const rules = [
      rule({ codes: ['429'], delayMillis: 9_000 }),
      rule({ codes: ['4xx', '5xx'], delayMillis: 10 }),
    ];
    expect(delayOf(rules, { status: 429 })).toBe(9_000);
    expect(delayOf(rules, { status: 503 })).toBe(10);
  });
});

test('a key is carried by what is not repeatable by its nature, where a rule for it names the field', () => {
  const keyed = rule({ idempotencyKey: 'Idempotency-Key' });
  expect(idempotencyField([rule(), keyed], 'POST')).toBe('Idempotency-Key');
  expect(idempotencyField([keyed], 'PUT')).toBeNull();
  expect(idempotencyField([rule({ methods: ['POST'] })], 'POST')).toBeNull();
});
