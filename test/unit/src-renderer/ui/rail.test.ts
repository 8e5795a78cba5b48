import { describe, expect, test } from 'vitest';
import { traceVerdict } from '#renderer/ui/rail.tsx';
import type { TraceRule } from '#shared/exchange/trace.ts';

const rule = (outcome: TraceRule['outcome'], weakness?: string): TraceRule => ({
  id: outcome,
  rule: 'code_verifier matches the challenge',
  clause: 'RFC 7636 §4.6',
  outcome,
  ...(weakness === undefined ? {} : { weakness }),
});

const verdict = (rules: TraceRule[]) => traceVerdict({ pipeline: 'token', rules, effect: '' });

describe('the verdict over a trace', () => {
  test('is failed where the gate shut, whatever else happened', () => {
    expect(verdict([rule('passed', 'pkce-not-checked'), rule('failed'), rule('never')])).toBe('failed');
  });

  test('is a warning where only a training weakness let the request through', () => {
    expect(verdict([rule('passed'), rule('skipped', 'pkce-not-checked')])).toBe('warning');
  });

  test('is passed where every rule held or did not apply', () => {
    expect(verdict([rule('passed'), rule('skipped')])).toBe('passed');
  });
});
