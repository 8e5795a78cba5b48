import { describe, expect, test } from 'vitest';
import { type AttackCheck, judge, type Verdict, verdictOf } from '#shared/attacks/index.ts';
import {
  evidenceFrom,
  jsonError,
  type Transcript,
  type WrittenAnswer,
} from '#test/support/attack-evidence.ts';

function verdict(check: AttackCheck, transcript: Transcript): Verdict {
  const found = judge(check, evidenceFrom(transcript));
  return verdictOf([{ ...found, isShould: false, step: check.step }], false);
}

const many = (count: number, make: (index: number) => WrittenAnswer): readonly WrittenAnswer[] =>
  Array.from({ length: count }, (_unused, index) => make(index));
const numbered = (index: number): WrittenAnswer => ({
  status: 200,
  body: JSON.stringify({ access_token: `token-${String(index).padStart(8, '0')}` }),
});

describe('too few samples are INCONCLUSIVE', () => {
  const entropy: AttackCheck = { check: 'entropy', step: 'attack', member: 'access_token', bits: 128 };
  const throttled: AttackCheck = { check: 'throttled', step: 'attack', within: 50 };
  const timing: AttackCheck = { check: 'timing', step: 'attack', as: 'other' };
  const successes: AttackCheck = { check: 'successes', step: 'attack', atLeast: 0, atMost: 1 };
  const refused = (): WrittenAnswer => ({ status: 401, body: 'no' });

  test('AC-09: no values at all, then 49, then 50', () => {
    expect(verdict(entropy, {})).toBe('INCONCLUSIVE');
    expect(verdict(entropy, { answers: many(200, refused) })).toBe('INCONCLUSIVE');
    expect(verdict(entropy, { answers: many(49, numbered) })).toBe('INCONCLUSIVE');
    expect(verdict(entropy, { answers: many(50, numbered) })).toBe('FAILED');
  });

  test('attempts that were never made cannot be counted', () => {
    expect(verdict(throttled, { answers: many(3, refused) })).toBe('INCONCLUSIVE');
    expect(verdict(throttled, { answers: many(50, refused) })).toBe('FAILED');
    expect(verdict(successes, {})).toBe('INCONCLUSIVE');
    expect(verdict(successes, { answers: many(2, numbered) })).toBe('FAILED');
  });

  test('what was never sent is neither the same nor in time', () => {
    const same: AttackCheck = { check: 'same', step: 'attack', as: ['other'], of: 'answer' };
    expect(verdict(same, {})).toBe('INCONCLUSIVE');
    expect(verdict(same, { answers: [refused()] })).toBe('INCONCLUSIVE');
    expect(verdict(same, { answers: [refused()], others: { other: [refused()] } })).toBe('PASSED');
    expect(verdict({ check: 'in-time', step: 'attack', millis: 100 }, {})).toBe('INCONCLUSIVE');
  });

  test('99 pairs of times say nothing, 100 do', () => {
    const [few, enough] = [99, 100].map((count) => many(count, refused));
    expect(verdict(timing, { answers: enough ?? [], others: { other: few ?? [] } })).toBe('INCONCLUSIVE');
    expect(verdict(timing, { answers: enough ?? [], others: { other: enough ?? [] } })).toBe('PASSED');
  });
});

describe('times are compared only while the server does the same', () => {
  const timing: AttackCheck = { check: 'timing', step: 'attack', as: 'other', reset: 'right' };
  const wrong = (durationMillis: number): WrittenAnswer => ({
    ...jsonError('invalid_grant'),
    durationMillis,
  });
  const series = (millis: number) => many(200, (index) => wrong(millis + (index % 10) / 20));
  const right = many(100, () => ({ status: 200, body: '{}' }));
  const found = (answers: readonly WrittenAnswer[], reset = right) => {
    const result = judge(timing, evidenceFrom({ answers, others: { other: series(3), right: reset } }));
    return [result.outcome, result.actual] as const;
  };

  test('a series that takes 1 ms longer is FAILED, one that takes as long PASSED', () => {
    expect(found(series(4))).toEqual(['broken', expect.stringContaining('4.22 ms and 3.23 ms')]);
    expect(found(series(3))[0]).toBe('met');
  });

  test('a throttle that begins within it leaves it INCONCLUSIVE, and says so', () => {
    const late = [...series(4).slice(0, 120), ...many(80, () => ({ status: 429 }))];
    expect(found(late)).toEqual(['inconclusive', expect.stringMatching(/429 from attempt 121$/)]);
    const slower = many(200, (index) => wrong(3 + index * 5));
    expect(found(slower)).toEqual(['inconclusive', expect.stringContaining('increasingly slow')]);
  });

  test('a lock of the user leaves it INCONCLUSIVE, and says so', () => {
    const locked = [...right.slice(0, 3), jsonError('invalid_grant')];
    expect(found(series(4), locked)).toEqual(['inconclusive', expect.stringContaining('the server locks')]);
  });

  test('noise that hides a difference is for a person, and the difference that would have been found is named', () => {
    const noisy = many(200, (index) => wrong(3 + ((index * 37) % 101) * 2));
    const other = many(200, (index) => wrong(3 + ((index * 41) % 103) * 2));
    const { outcome, actual } = judge(timing, evidenceFrom({ answers: noisy, others: { other, right } }));
    expect(outcome).toBe('review');
    expect(actual).toMatch(/only a difference of at least \d+\.\d\d ms/);
  });
});
