import { describe, expect, test } from 'vitest';
import { type PairValues, sideText } from '#renderer/ui/compare/pair-values.ts';
import { railRows } from '#renderer/ui/compare/rail-rows.ts';
import { differingLines } from '#renderer/ui/compare/use-comparison.ts';
import type { DiffLine } from '#shared/api/index.ts';
import type { DecisionTrace, RuleOutcome } from '#shared/exchange/trace.ts';

const trace = (rules: Readonly<Record<string, RuleOutcome>>): DecisionTrace => ({
  pipeline: 'token',
  effect: '',
  rules: Object.entries(rules).map(([id, outcome]) => ({ id, rule: id, clause: '', outcome })),
});
const line = (part: Partial<DiffLine>): DiffLine => ({
  part: 'request',
  name: 'scope',
  change: 'differs',
  left: 'a',
  right: 'b',
  segments: null,
  ...part,
});
const masked: PairValues = { isShown: false, canShow: true, left: new Map(), right: new Map() };

describe('two traces', () => {
  test('are told rule by rule, and a rule of one alone stands where it ran', () => {
    const rows = railRows(
      trace({ form: 'passed', code: 'passed', verifier: 'failed', issue: 'never' }),
      trace({ form: 'passed', known: 'passed', code: 'passed', verifier: 'passed', issue: 'passed' }),
    );
    expect(rows.map(({ id, differs }) => [id, differs])).toEqual([
      ['form', false],
      ['known', true],
      ['code', false],
      ['verifier', true],
      ['issue', false],
    ]);
  });

  test('may be missing on one side, or both', () => {
    expect(railRows(null, trace({ form: 'passed' }))).toMatchObject([
      { id: 'form', left: null, differs: true },
    ]);
    expect(railRows(null, null)).toEqual([]);
  });
});

describe('a line of the comparison', () => {
  test('comes before those of one side, and those made anew or alike are no differences', () => {
    const lines = [
      line({ name: 'only A', right: null }),
      line({ name: 'only B', left: null }),
      line({ name: 'state', change: 'fresh' }),
      line({ name: 'scope' }),
      line({ name: 'client_id', change: 'same' }),
    ];
    expect(differingLines(lines).map(({ name }) => name)).toEqual(['scope', 'only B', 'only A']);
  });

  test('says of two masks that they differ, and marks the bytes once they are revealed', () => {
    const secret = line({ left: '••', right: '••', leftPointer: '/l', rightPointer: '/r' });
    expect(sideText(secret, 'left', masked)).toMatchObject({ isHidden: true });
    const shown = { ...masked, left: new Map([['/l', 'abcd']]), right: new Map([['/r', 'abXd']]) };
    expect(sideText(secret, 'right', shown)).toEqual({
      isHidden: false,
      parts: [
        { text: 'ab', isChanged: false },
        { text: 'X', isChanged: true },
        { text: 'd', isChanged: false },
      ],
    });
  });

  test('of the bytes keeps the name of its field before the value', () => {
    const field = line({
      name: 'field 2',
      left: 'Authorization: ••',
      right: 'Authorization: ••',
      leftPointer: '/l',
      rightPointer: '/r',
    });
    const shown = { ...masked, left: new Map([['/l', 'Bearer a']]), right: new Map([['/r', 'Bearer b']]) };
    const text = sideText(field, 'left', shown)?.parts.map((part) => part.text);
    expect(text?.join('')).toBe('Authorization: Bearer a');
  });

  test('has no marks where it is made anew, and none on the side that lacks it', () => {
    expect(sideText(line({ change: 'fresh' }), 'left', masked)?.parts).toHaveLength(1);
    expect(sideText(line({ left: null }), 'left', masked)).toBeNull();
  });
});
