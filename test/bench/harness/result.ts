import type { Bound, Figure, Target } from './area.ts';
import type { Machine } from './machine.ts';
import type { Spread } from './statistics.ts';

export interface FigureResult extends Figure, Spread {
  readonly samples: readonly number[];
}

export interface CaseResult {
  readonly id: string;
  readonly title: string;
  readonly figures: readonly FigureResult[];
}

export interface TargetResult extends Pick<Target, 'title' | 'unit' | 'digits'> {
  readonly value: number;
  readonly bound: Bound;
  readonly isGoal: boolean;
  readonly holds: boolean;
}

/** Everything that one run of an area found. */
export interface AreaResult {
  readonly area: string;
  readonly title: string;
  readonly notes: readonly string[];
  /** When it was run, as ISO 8601 with the time in UTC. */
  readonly date: string;
  readonly command: string;
  readonly machine: Machine;
  readonly rounds: number;
  readonly cases: readonly CaseResult[];
  readonly targets: readonly TargetResult[];
}

/** Tells whether every target that is demanded holds. */
export function allHold(results: readonly AreaResult[]): boolean {
  return results.every(({ targets }) => targets.every(({ holds, isGoal }) => holds || isGoal));
}
