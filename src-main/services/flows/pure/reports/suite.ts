import type { FlowVerdict } from '#shared/flows/expectations/index.ts';

/** One flow of a suite, with what came of each expectation. */
export interface FlowResult {
  readonly name: string;
  readonly title: string;
  readonly target: string | null;
  readonly verdict: FlowVerdict;
  readonly durationMillis: number;
  /** How the run ended, in one sentence. */
  readonly note: string;
  readonly expectations: readonly {
    readonly check: string;
    readonly step: string | null;
    readonly outcome: 'open' | 'met' | 'broken';
    readonly expected: string;
    readonly actual: string;
  }[];
}

/** Flows that were run together. */
export interface FlowSuite {
  readonly startedAtMillis: number;
  readonly durationMillis: number;
  readonly flows: readonly FlowResult[];
}

/** How a flow came out, from the end of its run. */
export function verdictOf(run: {
  readonly state: string;
  readonly failedAt: { readonly isSignIn: boolean } | null;
  readonly expectations: FlowResult['expectations'];
}): FlowVerdict {
  const { state, failedAt, expectations } = run;
  if (state !== 'passed' && state !== 'failed') return 'not-run';
  const isAsExpected =
    expectations.length === 0 ? state === 'passed' : expectations.every(({ outcome }) => outcome === 'met');
  if (isAsExpected) return 'passed';
  return failedAt?.isSignIn === true ? 'no-sign-in' : 'failed';
}

/** The expectations that do not hold, in a line each; the end of the run where none says why. */
export function brokenLines({
  expectations,
  note,
}: Pick<FlowResult, 'expectations' | 'note'>): readonly string[] {
  const broken = expectations.filter(({ outcome }) => outcome === 'broken');
  if (broken.length === 0) return [note];
  return broken.map(
    ({ step, expected, actual }) =>
      `${step === null ? '' : `${step}: `}expected ${expected}, received ${actual}`,
  );
}
