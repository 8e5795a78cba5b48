import { GatehouseError, type Problem, type ProblemLocation } from '#shared/errors/index.ts';
import type { RouteProblem } from '#shared/gateway/types.ts';

/** A route document of the workspace. */
export interface RouteDocument {
  /** Path below the workspace. */
  readonly file: string;
  /** The file's name without its ending: routes are tried in the order of it. */
  readonly id: string;
  /** Null: the file could never be read. */
  readonly value: unknown;
  /** Location of a place of the document in the file. */
  locate(pointer: string): ProblemLocation;
}

/** Converts a fault of a route to a problem with its place in the file. */
export function routeProblem(problem: RouteProblem, document: RouteDocument): Problem {
  const { code, severity, message, fix, pointer, offset } = problem;
  const location = within(document.locate(pointer), offset);
  return new GatehouseError(code, `${document.file}: ${message}`, { fix, location }).toProblem(severity);
}

/** A place within a text, which begins after its quotation mark. */
function within(location: ProblemLocation, offset: number | undefined): ProblemLocation {
  if (offset === undefined || location.column === undefined) return location;
  return { ...location, column: location.column + 1 + offset };
}

/** Converts the error that kept a readable route from being made ready, such as a script that cannot be loaded. */
export function loadProblem(error: unknown, document: RouteDocument): Problem {
  const known =
    error instanceof GatehouseError
      ? error
      : new GatehouseError('api.internal', 'The route could not be loaded.', { cause: error });
  const problem = known.toProblem();
  const location = document.locate(known.location?.pointer ?? '');
  return { ...problem, message: `${document.file}: ${problem.message}`, location };
}
