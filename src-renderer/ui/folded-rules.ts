import type { TraceRule } from '#shared/exchange/trace.ts';

/** Fewer rules are shown as they are. */
const minFolded = 3;

/**
 * How many rules at the beginning of a trace can be told in one line: those that were passed, or did not apply, before the
 * gate shut; 0: it did not shut, or too few came before it. A rule that a weakness left out is always shown.
 */
export function foldedCount(rules: readonly TraceRule[]): number {
  const shut = rules.findIndex(({ outcome }) => outcome === 'failed');
  const first = rules.findIndex(
    ({ outcome, weakness }) => weakness !== undefined || (outcome !== 'passed' && outcome !== 'skipped'),
  );
  return shut < 0 || first < minFolded ? 0 : first;
}
