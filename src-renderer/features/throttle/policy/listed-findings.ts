import type { RouteProblem } from '#shared/gateway/types.ts';

/** One finding; only what was found in the text as it is now has a place to go to. */
interface Listed<F> {
  readonly problem: RouteProblem;
  readonly finding: F | null;
}

/** Identifies a finding among the others. */
export function nameOf({ code, pointer, message }: RouteProblem): string {
  return `${code} ${pointer} ${message}`;
}

/** The findings of the check and the warnings of the simulation as one list, errors first, each of them once. */
export function listedFindings<F extends RouteProblem>(
  found: readonly F[],
  warnings: readonly RouteProblem[],
): readonly Listed<F>[] {
  const known = new Set(found.map(nameOf));
  const all: readonly Listed<F>[] = [
    ...found.map((finding) => ({ problem: finding, finding })),
    ...warnings
      .filter((warning) => !known.has(nameOf(warning)))
      .map((problem) => ({ problem, finding: null })),
  ];
  const isError = ({ problem }: Listed<F>) => problem.severity === 'error';
  return [...all.filter(isError), ...all.filter((each) => !isError(each))];
}
