import type { RouteProblem } from '#shared/gateway/types.ts';
import type { Figures } from '#shared/throttle/simulation/figures.ts';
import type { SimulationResult } from '#shared/throttle/simulation/types.ts';
import type { Spread } from '#shared/throttle/traffic/recipe.ts';

/** An expectation of a simulation, and whether it holds. */
export interface AssertedLine {
  readonly assertion: string;
  readonly holds: boolean;
  readonly actual: string;
}

/** The result where the requests of each second of a log with whole seconds are laid in the other way. */
export interface OtherWay {
  readonly spread: Spread;
  readonly totals: SimulationResult['totals'];
  readonly figures: Figures;
  readonly result: SimulationResult;
}

/** The contents of a report: the result, and the facts beside it. */
export interface SimulationReport {
  readonly route: string;
  readonly traffic: string;
  readonly figures: Figures;
  readonly result: SimulationResult;
  /** Oddities of the route, and of its part in the simulation. */
  readonly warnings: readonly RouteProblem[];
  readonly assertions: readonly AssertedLine[];
  /** How the requests of each second are laid for all of that; null: times have parts of seconds. */
  readonly spread: Spread | null;
  readonly otherSpread: OtherWay | null;
}
