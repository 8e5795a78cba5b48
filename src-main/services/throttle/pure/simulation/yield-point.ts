import { GatehouseError } from '#shared/errors/index.ts';
import type { SimulationPorts } from '#shared/throttle/simulation/types.ts';
import type { YieldPoint } from './model.ts';

/** Looks every so many calls whether the simulation is to end, and lets others run. @throws simulation.cancelled */
export function createYielder(ports: SimulationPorts, every: number): YieldPoint {
  let calls = 0;
  return () => {
    calls += 1;
    if (calls < every) return null;
    calls = 0;
    if (ports.isCancelled?.() === true)
      throw new GatehouseError('simulation.cancelled', 'The simulation was stopped.', {
        fix: 'Run the simulation again.',
      });
    return ports.yield?.() ?? null;
  };
}
