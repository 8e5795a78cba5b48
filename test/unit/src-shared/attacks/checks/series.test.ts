import { describe, expect, test } from 'vitest';
import { type AttackCheck, judge, type Verdict, verdictOf } from '#shared/attacks/index.ts';
import { evidenceFrom, type Transcript, type WrittenAnswer } from '#test/support/attack-evidence.ts';

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

  test('a median is one of several', () => {
    const answers = many(10, refused);
    expect(verdict(timing, { answers, others: { other: many(9, refused) } })).toBe('INCONCLUSIVE');
    expect(verdict(timing, { answers, others: { other: answers } })).toBe('REVIEW');
  });
});
