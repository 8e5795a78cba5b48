import type { RouteProblem } from '#shared/gateway/types.ts';
import type { Figures } from '#shared/throttle/simulation/figures.ts';
import type { SimulationResult } from '#shared/throttle/simulation/types.ts';

/** An expectation of a simulation, and whether it holds. */
export interface AssertedLine {
  readonly assertion: string;
  readonly holds: boolean;
  readonly actual: string;
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
}
