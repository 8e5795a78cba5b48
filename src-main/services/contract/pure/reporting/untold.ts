import { holdsAt, type LintCoverage } from '#shared/contract/report.ts';
import type { UntoldCall } from '../lint/engine.ts';

const maxNamed = 50;

/** A request that cannot be told, by its line. */
export interface UntoldLine {
  readonly line: number;
  readonly text: string;
  /** The rules that asked for a value of it; null: its address or its body may be anything. */
  readonly by: UntoldCall['by'];
}

/** A request that cannot be told, with its file. */
export interface UntoldPlace extends UntoldLine {
  readonly file: string;
}

/** Places in the order of their lines; a call of which neither address nor body can be told is one. */
export function untoldPlaces(file: string, lines: readonly UntoldLine[]): readonly UntoldPlace[] {
  const places = new Map<string, UntoldPlace>();
  for (const each of lines) {
    const key = `${each.line} ${each.text}`;
    const by = places.get(key)?.by;
    if (by === undefined || (by !== null && each.by === null)) places.set(key, { file, ...each });
  }
  return [...places.values()].toSorted((one, other) => one.line - other.line);
}

/** The places that count at a contract date: where a value cannot be told, a rule has to ask for it that holds and is on. */
export function untoldAt(
  places: readonly UntoldPlace[],
  off: ReadonlySet<string>,
  date: string,
): LintCoverage['untold'] {
  const counting = places.filter(
    ({ by }) => by?.some(({ id, holds }) => !off.has(id) && holdsAt(holds, date)) !== false,
  );
  return {
    count: counting.length,
    places: counting.slice(0, maxNamed).map(({ file, line, text }) => ({ file, line, text })),
  };
}
