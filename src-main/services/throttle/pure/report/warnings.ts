import { readRoute } from '#main/services/gateway/pure/index.ts';
import type { ReadRouteOptions, RouteProblem } from '#shared/gateway/types.ts';
import type { SimulationResult } from '#shared/throttle/simulation/types.ts';

/** Lists the oddities of a route: those of its document, as the form says them, and those that the simulation showed. */
export function routeWarnings(
  document: unknown,
  options: ReadRouteOptions,
  { warnings }: Pick<SimulationResult, 'warnings'>,
): readonly RouteProblem[] {
  const written = readRoute(document, options).problems.filter(({ severity }) => severity !== 'error');
  return [...written, ...warnings];
}
