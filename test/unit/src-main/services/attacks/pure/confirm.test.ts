import { expect, test } from 'vitest';
import { confirmed, needsConfirming } from '#main/services/attacks/pure/confirm.ts';
import type { VariantReport, Verdict } from '#shared/attacks/index.ts';

const played = { exchanges: [] };
const of = (verdict: Verdict, reason = ''): VariantReport => ({
  name: '',
  verdict,
  reason,
  checks: [],
  control: played,
  mutant: played,
});

test('a FAILED of high or critical is played again, and nothing else is', () => {
  expect(needsConfirming('critical', of('FAILED'))).toBe(true);
  expect(needsConfirming('high', of('FAILED'))).toBe(true);
  expect(needsConfirming('medium', of('FAILED'))).toBe(false);
  expect(needsConfirming('low', of('FAILED'))).toBe(false);
  for (const verdict of ['PASSED', 'WARNING', 'REVIEW', 'SKIPPED', 'INCONCLUSIVE'] as const)
    expect(needsConfirming('critical', of(verdict))).toBe(false);
});

test('the same outcome twice is reported as it was', () => {
  expect(confirmed(of('FAILED'), of('FAILED'))).toEqual(of('FAILED'));
});

test('two outcomes are INCONCLUSIVE, and the report says which', () => {
  for (const verdict of ['PASSED', 'WARNING', 'REVIEW', 'SKIPPED', 'INCONCLUSIVE'] as const)
    expect(confirmed(of('FAILED'), of(verdict))).toMatchObject({ verdict: 'INCONCLUSIVE' });
  expect(confirmed(of('FAILED'), of('PASSED')).reason).toBe(
    'The first run ended with FAILED, and the repetition on a fresh server with PASSED.',
  );
  expect(confirmed(of('FAILED'), of('INCONCLUSIVE', 'The control failed: token: 500')).reason).toBe(
    'The first run ended with FAILED, and the repetition on a fresh server with INCONCLUSIVE (The control failed: token: 500).',
  );
});
