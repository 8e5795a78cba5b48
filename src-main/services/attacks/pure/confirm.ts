import type { CaseReport, VariantReport } from '#shared/attacks/verdict.ts';

/** A verdict that is grave enough to be reached twice before it is reported. */
export function needsConfirming(severity: CaseReport['severity'], { verdict }: VariantReport): boolean {
  return verdict === 'FAILED' && (severity === 'high' || severity === 'critical');
}

/** The report on a variant that FAILED, and was played again on a fresh stage: two outcomes are none. */
export function confirmed(first: VariantReport, second: VariantReport): VariantReport {
  if (second.verdict === first.verdict) return first;
  const why = second.reason === '' ? '' : ` (${second.reason})`;
  return {
    ...first,
    verdict: 'INCONCLUSIVE',
    reason: `The first run ended with ${first.verdict}, and the repetition on a fresh server with ${second.verdict}${why}.`,
  };
}
