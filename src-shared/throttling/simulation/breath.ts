import { GatehouseError } from '../../errors/index.ts';
import type { Breather } from './model.ts';
import type { SimulationPorts } from './types.ts';

/** Looks every so many calls whether the simulation is to end, and lets others run. @throws simulation.cancelled */
export function createBreather(ports: SimulationPorts, every: number): Breather {
  let calls = 0;
  return () => {
    calls += 1;
    if (calls < every) return null;
    calls = 0;
    if (ports.isCancelled?.() === true)
      throw new GatehouseError('simulation.cancelled', 'The simulation was stopped.', {
        fix: 'Start it again.',
      });
    return ports.yield?.() ?? null;
  };
}
