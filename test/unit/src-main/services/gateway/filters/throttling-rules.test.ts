import { describe, expect, test } from 'vitest';
import { GroupNames } from '#main/services/gateway/filters/group-names.ts';
import { type Decision, ThrottlingRules } from '#main/services/gateway/filters/throttling-rules.ts';
import { compileExpression, requestTree } from '#shared/expressions/index.ts';
import type { PolicyConfig, RateResult } from '#shared/throttle/index.ts';
import { rate, routeOf, throttlingOf } from '#test/unit/src-main/services/gateway/pure/documents.ts';
import { makeRate } from '#test/unit/src-shared/throttle/rates.ts';

const six = makeRate(6, '10 s');
const fixed: RateResult = { rate: six, why: 'fixed' };

function expressionOf(source: string) {
  const { expression } = compileExpression(source, { kind: 'runtime', tree: requestTree });
  if (expression === null) throw new Error(source);
  return expression;
}

function mappedBy(source: string): PolicyConfig {
  const mapper = expressionOf(source);
  return { type: 'MappedThrottlingPolicy', mapper, rates: new Map(), defaultRate: six };
}

function rulesOf(more: { readonly shadow?: boolean; readonly policy?: PolicyConfig } = {}): ThrottlingRules {
  const node = throttlingOf(routeOf({ requestGroupingPolicy: '${request.uri.path}', rate }));
  const config = { ...node.config, ...more };
  return new ThrottlingRules({ ...node, config }, new GroupNames(config.group));
}

/** A request of ann that was accepted and left five tokens, but for what a test says otherwise. */
function decided(more: Partial<Decision> = {}): Decision {
  return { group: 'ann', answer: fixed, waitNanos: 0, level: 5, failure: null, ...more };
}

const rateWords = {
  id: 'throttle:rate',
  rule: 'throttle: policy returns a rate',
  clause: 'Specification 2 §2 B.1',
};
const groupWords = {
  id: 'throttle:group',
  rule: 'throttle: request belongs to a group',
  clause: 'Specification 2 §2 B.1',
};
const tokenWords = {
  id: 'throttle:token',
  rule: 'throttle: bucket of the group has a token',
  clause: 'Specification 2 §4 B',
};
const rated = { ...rateWords, outcome: 'passed', detail: 'The rate of the filter.', got: '6/10 s' };

describe('the three rules of a filter', () => {
  test('are never tried where the request does not come to it', () => {
    expect(rulesOf().unreached).toEqual([
      { ...rateWords, outcome: 'never' },
      { ...groupWords, outcome: 'never' },
      { ...tokenWords, outcome: 'never' },
    ]);
  });

  test('end at the policy that fails, with the reason', () => {
    const of = (failure: string | null) => rulesOf().of(decided({ group: null, answer: null, failure }));
    expect(of('It hangs.')).toEqual([
      { ...rateWords, outcome: 'failed', detail: 'It hangs.' },
      { ...groupWords, outcome: 'never' },
      { ...tokenWords, outcome: 'never' },
    ]);
    expect(of(null)[0]).toEqual({ ...rateWords, outcome: 'failed', detail: '' });
  });

  test('end at the group that is no text, with the expression that should have given one', () => {
    const of = (failure: string | null) => rulesOf().of(decided({ group: null, level: null, failure }));
    const failed = { ...groupWords, outcome: 'failed', want: '${request.uri.path}' };
    expect(of('No text.')).toEqual([
      rated,
      { ...failed, detail: 'No text.' },
      { ...tokenWords, outcome: 'never' },
    ]);
    expect(of(null)[1]).toEqual({ ...failed, detail: '' });
  });

  test('pass with the tokens that are left, of which a part is none', () => {
    expect(rulesOf().of(decided({ level: 4.9 }))).toEqual([
      rated,
      { ...groupWords, outcome: 'passed', got: 'ann' },
      { ...tokenWords, outcome: 'passed', got: '4 of 6 left' },
    ]);
  });

  test('say nothing of tokens that nobody counted', () => {
    expect(rulesOf().of(decided({ level: null }))[2]).toEqual({ ...tokenWords, outcome: 'passed' });
  });

  test('fail at the bucket that is empty, with the wait in whole milliseconds', () => {
    expect(rulesOf().of(decided({ waitNanos: 1_666_666_667, level: 0 }))[2]).toEqual({
      ...tokenWords,
      outcome: 'failed',
      detail: 'The next token is available in 1.667 s.',
      got: '0 of 6 left',
    });
  });

  test('skip the empty bucket in shadow mode, and say so', () => {
    expect(rulesOf({ shadow: true }).of(decided({ waitNanos: 2_000_000_000, level: 0 }))[2]).toEqual({
      ...tokenWords,
      rule: 'throttle: bucket of the group has a token (shadow mode: counted, never rejected)',
      outcome: 'skipped',
      detail: 'The next token is available in 2 s.',
      got: '0 of 6 left',
    });
  });

  test('skip the bucket where no rate applies', () => {
    const answer: RateResult = { rate: null, why: 'none' };
    expect(rulesOf().of(decided({ answer, level: null }))).toEqual([
      { ...rateWords, outcome: 'passed', detail: 'No rate applies.', got: '' },
      { ...groupWords, outcome: 'passed', got: 'ann' },
      { ...tokenWords, outcome: 'skipped' },
    ]);
  });

  test('tell each request from the one before it', () => {
    const rules = rulesOf();
    const got = (more: Partial<Decision>) => rules.of(decided(more))[2]?.got;
    expect([got({ level: 5 }), got({ level: 4 }), got({ level: 5 })]).toEqual([
      '5 of 6 left',
      '4 of 6 left',
      '5 of 6 left',
    ]);
    expect(got({ level: 5, answer: { rate: makeRate(9, '10 s'), why: 'fixed' } })).toBe('5 of 9 left');
    expect(rules.of(decided({ level: 0, waitNanos: 1_000_000 }))[2]?.detail).toContain('0.001 s');
    expect(rules.of(decided({ level: 0, waitNanos: 2_000_000 }))[2]?.detail).toContain('0.002 s');
  });
});

describe('the origin of a rate', () => {
  const sentence = (answer: RateResult, policy?: PolicyConfig) =>
    rulesOf(policy === undefined ? {} : { policy }).of(decided({ answer }))[0]?.detail;

  test.each([
    [{ why: 'fixed' }, 'The rate of the filter.'],
    [{ why: 'mapped', mapped: 'gold' }, 'Mapped for “gold”.'],
    [{ why: 'mapped', mapped: '' }, 'Mapped for “”.'],
    [{ why: 'default', mapped: 'tin' }, 'The default rate for “tin”.'],
    [{ why: 'default', mapped: null }, 'The default rate.'],
    [{ why: 'default' }, 'The default rate.'],
    [{ why: 'script' }, 'The rate that the script returned.'],
    [{ why: 'none' }, 'No rate applies.'],
  ] as const)('%o is a sentence', (origin, text) => {
    expect(sentence({ rate: six, ...origin })).toBe(text);
  });

  test('for which there is no sentence is a fault of the program', () => {
    expect(() => sentence({ rate: six, why: 'guessed' as never })).toThrow('guessed');
  });

  test.each([
    ['of a credential', mappedBy("${request.headers['Authorization'][0]}")],
    [
      'in which a credential is a part',
      mappedBy("${request.uri.path}${request.headers['Authorization'][0]}"),
    ],
    [
      'under a policy with a default',
      {
        type: 'DefaultRateThrottlingPolicy',
        delegate: mappedBy("${request.headers['Authorization'][0]}"),
        defaultRate: six,
      },
    ],
  ] satisfies [string, PolicyConfig][])('does not show the mapped value %s', (_, policy) => {
    expect(sentence({ rate: six, why: 'mapped', mapped: 'Bearer s3cr3t' }, policy)).toBe(
      'Mapped for “••••••••”.',
    );
    // Nothing is hidden where nothing was there.
    expect(sentence({ rate: six, why: 'default', mapped: '' }, policy)).toBe('The default rate for “”.');
    expect(sentence({ rate: six, why: 'default', mapped: null }, policy)).toBe('The default rate.');
  });

  test('shows the mapped value of what is no credential', () => {
    const policy = mappedBy('${contexts.oauth2.accessToken.info.status}');
    expect(sentence({ rate: six, why: 'mapped', mapped: 'gold' }, policy)).toBe('Mapped for “gold”.');
  });
});

describe('rules that were given before', () => {
  const bound = 1_024;

  test('are the same objects, so that they are recorded once', () => {
    const rules = rulesOf();
    const first = rules.of(decided({ group: 'ann', level: 5 }));
    const other = rules.of(decided({ group: 'bob', level: 4 }));
    const again = rules.of(decided({ group: 'ann', level: 5 }));
    expect(again.map((rule, index) => rule === first[index])).toEqual([true, true, true]);
    expect(other.map((rule, index) => rule === first[index])).toEqual([true, false, false]);
  });

  test('are kept for 1,024 groups, and forgotten together at the next one', () => {
    const rules = rulesOf();
    const groupRule = (group: string) => rules.of(decided({ group }))[1];
    const first = groupRule('user 0');
    for (let index = 1; index < bound; index += 1) groupRule(`user ${index}`);
    expect(groupRule('user 0')).toBe(first);
    groupRule('one more');
    expect(groupRule('user 0')).not.toBe(first);
    expect(groupRule('user 0')).toEqual(first);
  });

  test('are kept for the latest decision even when the others go', () => {
    const rules = rulesOf();
    const waiting = (millis: number) => rules.of(decided({ level: 0, waitNanos: millis * 1_000_000 }))[2];
    for (let millis = 1; millis < bound; millis += 1) waiting(millis);
    const latest = waiting(bound);
    rules.of(decided({ answer: { rate: null, why: 'none' }, level: null }));
    expect(waiting(bound)).toBe(latest);
  });
});
