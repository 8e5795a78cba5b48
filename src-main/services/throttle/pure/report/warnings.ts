import { readRoute } from '#main/services/gateway/pure/index.ts';
import type { ReadRouteOptions, RouteProblem } from '#shared/gateway/types.ts';
import type { SimulationResult } from '#shared/throttle/simulation/types.ts';

/** What is odd about a route: in its document, as the form says it, and in what the simulation saw of it. */
export function routeWarnings(
  document: unknown,
  options: ReadRouteOptions,
  { warnings }: Pick<SimulationResult, 'warnings'>,
): readonly RouteProblem[] {
  const written = readRoute(document, options).problems.filter(({ severity }) => severity !== 'error');
  return [...written, ...warnings];
}
