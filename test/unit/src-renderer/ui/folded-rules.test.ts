import { expect, test } from 'vitest';
import { foldedCount } from '#renderer/ui/folded-rules.ts';
import type { RuleOutcome, TraceRule } from '#shared/exchange/trace.ts';

const rules = (...outcomes: readonly (RuleOutcome | 'weak')[]): readonly TraceRule[] =>
  outcomes.map((outcome, index) => ({
    id: String(index),
    rule: 'Code is known',
    clause: 'RFC 6749 §4.1.3',
    ...(outcome === 'weak' ? { outcome: 'passed', weakness: 'code-reusable' } : { outcome }),
  }));

test('rules before a refusal are told in one line, those that did not apply among them', () => {
  expect(foldedCount(rules('passed', 'skipped', 'passed', 'passed', 'failed', 'never'))).toBe(4);
});

test('a few of them are shown as they are', () => {
  expect(foldedCount(rules('passed', 'passed', 'failed'))).toBe(0);
});

test('where nothing was refused, each rule is shown', () => {
  expect(foldedCount(rules('passed', 'passed', 'passed', 'passed'))).toBe(0);
});

test('a rule that a weakness left out is shown, and all that follow it', () => {
  expect(foldedCount(rules('passed', 'passed', 'passed', 'weak', 'passed', 'failed'))).toBe(3);
  expect(foldedCount(rules('passed', 'weak', 'passed', 'passed', 'failed'))).toBe(0);
});
