import type { Verdict } from './verdict.ts';

/** From bad to good: the verdict of a whole is the worst of its parts. */
const order: readonly Verdict[] = ['FAILED', 'INCONCLUSIVE', 'WARNING', 'REVIEW', 'PASSED', 'SKIPPED'];

/** The verdict of several together; SKIPPED only where all are. */
export function worstVerdict(parts: readonly Verdict[]): Verdict {
  return order.find((verdict) => parts.includes(verdict)) ?? 'SKIPPED';
}
