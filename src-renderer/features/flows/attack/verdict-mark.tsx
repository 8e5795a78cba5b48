import { type Drawing, Drawn, type Verdict as VerdictName } from '#renderer/ui/icon.tsx';
import { Verdict } from '#renderer/ui/verdict.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { CheckReport, Verdict as Found } from '#shared/attacks/index.ts';
import { attackMessages } from './words.ts';

const names = {
  PASSED: 'passed',
  FAILED: 'failed',
  WARNING: 'warning',
  REVIEW: 'review',
  SKIPPED: 'skipped',
  INCONCLUSIVE: 'inconclusive',
} as const satisfies Record<Found, VerdictName>;

/** The word of a verdict. */
export function verdictWord(verdict: Found): string {
  return sharedMessages.verdicts[names[verdict]];
}

/** The verdict on a case or on a variant of it. */
export function VerdictMark({ of, bare = false }: { readonly of: Found; readonly bare?: boolean }) {
  return <Verdict of={names[of]} bare={bare} />;
}

/** How many cases came to a verdict, as short as a line allows. */
export function VerdictCount({ of, count }: { readonly of: Found; readonly count: number }) {
  return (
    <span
      className={`verdict bare ${names[of]}`}
      title={attackMessages.attacks.count(count, verdictWord(of))}
    >
      <Drawn name={names[of]} small />
      {count}
      <span className="vh"> {verdictWord(of)}</span>
    </span>
  );
}

function outcomeName({ outcome, isShould }: CheckReport): Exclude<Drawing, 'never' | 'gate'> {
  if (outcome === 'broken') return isShould ? 'warning' : 'failed';
  return (
    {
      met: 'passed',
      otherwise: 'warning',
      review: 'review',
      unknown: 'skipped',
      inconclusive: 'inconclusive',
    } as const
  )[outcome];
}

/** The outcome of one check. */
export function OutcomeMark({ check }: { readonly check: CheckReport }) {
  return <Verdict bare of={outcomeName(check)} word={attackMessages.attacks.outcomes[check.outcome]} />;
}
