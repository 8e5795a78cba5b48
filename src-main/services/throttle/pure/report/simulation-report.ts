import type { SimulationResult } from '#shared/throttle/simulation/types.ts';

/** What was expected of a simulation, and whether it holds. */
export interface AssertedLine {
  readonly assertion: string;
  readonly holds: boolean;
  readonly actual: string;
}

/** What a report tells besides the result. */
export interface SimulationReport {
  readonly route: string;
  readonly traffic: string;
  readonly result: SimulationResult;
  readonly assertions: readonly AssertedLine[];
}
