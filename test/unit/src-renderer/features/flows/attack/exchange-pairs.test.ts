import { describe, expect, test } from 'vitest';
import {
  markedParts,
  notableComparison,
  pairExchanges,
} from '#renderer/features/flows/attack/exchange-pairs.ts';

const played = (...steps: readonly (readonly [stepId: string, exchangeId: string])[]) => ({
  exchanges: steps.map(([stepId, exchangeId]) => ({
    stepId,
    exchangeId,
    line: 'POST /as/token.oauth2',
    status: 200,
  })),
});
const check = (step: string) => ({
  outcome: 'broken' as const,
  isShould: false,
  step,
  expected: '',
  actual: '',
});

describe('control and mutant beside each other', () => {
  test('a request line is marked where its parameters differ from the control’s, whatever their order', () => {
    const control = 'GET /as?client_id=web&redirect_uri=https%3A%2F%2Fa%2Fcb&scope=read+write&state=s1';
    const mutant = 'GET /as?redirect_uri=https%3A%2F%2Fa%2Fcb%2Fextra&client_id=web&scope=read&prompt=none';
    const parts = markedParts(mutant, control);
    expect(parts.map(({ text }) => text).join('')).toBe(mutant);
    expect(parts.filter(({ isChanged }) => isChanged).map(({ text }) => text)).toEqual([
      '%2Fextra',
      'scope=read',
      'prompt=none',
    ]);
  });

  test('a step that is sent more than once is paired send by send', () => {
    const pairs = pairExchanges({
      control: played(['token', 'c1'], ['token', 'c2'], ['use', 'c3']),
      mutant: played(['token', 'm1'], ['token', 'm2'], ['replay', 'm3']),
    });
    expect(
      pairs.map(({ stepId, control, mutant }) => [stepId, control?.exchangeId, mutant?.exchangeId]),
    ).toEqual([
      ['token', 'c1', 'm1'],
      ['token', 'c2', 'm2'],
      ['replay', undefined, 'm3'],
      ['use', 'c3', undefined],
    ]);
  });

  const plays = {
    control: played(['authorize', 'c1'], ['token', 'c2']),
    mutant: played(['authorize', 'm1'], ['token', 'm2'], ['replay', 'm3']),
  };

  test('the comparison takes the attacked step where both played it', () => {
    expect(notableComparison({ ...plays, checks: [check('authorize')] })).toEqual({
      stepId: 'authorize',
      controlId: 'c1',
      mutantId: 'm1',
    });
  });

  test('a request that is only in the attack stands beside the last of the control to the same endpoint', () => {
    expect(notableComparison({ ...plays, checks: [check('replay')] })).toEqual({
      stepId: 'replay',
      controlId: 'c2',
      mutantId: 'm3',
    });
  });

  test('plays that share no step are compared by their last exchanges, and one that has none not at all', () => {
    const mutant = played(['attack', 'm1']);
    expect(notableComparison({ control: played(['use', 'c1']), mutant, checks: [] })).toEqual({
      stepId: 'attack',
      controlId: 'c1',
      mutantId: 'm1',
    });
    expect(notableComparison({ control: played(), mutant, checks: [] })).toBeNull();
  });
});
