import type { Decision } from '../simulation/types.ts';
import type { Traffic } from '../traffic/schema.ts';

/** Something that has to come of a preset, as the specification says. */
export interface Expectation {
  readonly title: string;
  /** The expected result, in the same wording as the actual one. */
  readonly expected: string;
  /** Tells what happened. */
  readonly actual: (decisions: readonly Decision[]) => string;
}

/** A policy with traffic that shows what it does. */
export interface Preset {
  readonly id: string;
  readonly title: string;
  /** The route as a document of the workspace. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly traffic: Traffic;
  readonly expectations: readonly Expectation[];
}

export interface CheckedExpectation {
  readonly title: string;
  /** A warning: nothing of what is looked at has happened. */
  readonly verdict: 'PASSED' | 'FAILED' | 'WARNING';
  readonly expected: string;
  readonly actual: string;
}

/** Says of each expectation of a preset whether it came true; `decisions` are all of the simulation. */
export function checkExpectations(
  { expectations }: Preset,
  decisions: readonly Decision[],
): readonly CheckedExpectation[] {
  return expectations.map(({ title, expected, actual: tell }) => {
    const actual = tell(decisions);
    const verdict = actual === expected ? 'PASSED' : actual === nothing ? 'WARNING' : 'FAILED';
    return { title, verdict, expected, actual };
  });
}

const nothing = 'no requests';

/** Describes the results for the requests of one client, or of all, at a moment: `6 pass, 4 × 429, Retry-After 2`. */
export function answersAt(atSeconds: number, client: string | null = null): Expectation['actual'] {
  return (decisions) =>
    toldOf(
      decisions.filter((each) => each.atSeconds === atSeconds && (client === null || each.client === client)),
    );
}

/** Describes the results for the requests between two moments, the second one included. */
export function answersBetween(afterSeconds: number, untilSeconds: number): Expectation['actual'] {
  return (decisions) =>
    toldOf(decisions.filter(({ atSeconds }) => atSeconds > afterSeconds && atSeconds <= untilSeconds));
}

function toldOf(all: readonly Decision[]): string {
  const decisions = all.filter(({ isTaken }) => isTaken);
  if (decisions.length === 0) return nothing;
  const passed = decisions.filter(({ status }) => status === 200).length;
  const refused = decisions.filter(({ status }) => status === 429);
  const failed = decisions.length - passed - refused.length;
  const first = refused[0]?.retryAfterSeconds;
  return [
    `${passed} pass`,
    ...(refused.length > 0 ? [`${refused.length} × 429, Retry-After ${first}`] : []),
    ...(failed > 0 ? [`${failed} × 500`] : []),
  ].join(', ');
}
