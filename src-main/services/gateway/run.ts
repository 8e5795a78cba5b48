import type { RequestNotes, UpstreamNote } from './request-notes.ts';
import type { RunningRoute } from './running-route.ts';

/**
 * How a request went, for its trace. That is made when the record of the exchange is written: until then this stays in
 * memory, and therefore holds nothing of request and connection.
 */
export class Run implements RequestNotes {
  /** The routes that were in force when it came. */
  readonly routes: readonly RunningRoute[];
  /** Place of the route that took it; -1: none did. */
  routeIndex = -1;
  /** Index of the route that may or may not match; -1: none. */
  unknownIndex = -1;
  /** Place of the filter that answered, or that is at work; past the last one: the handler. */
  filterIndex = 0;
  readonly notes: unknown[] = [];
  /** Errors in the conditions of routes, by the place of the route. */
  conditionErrors: Map<number, string> | null = null;
  upstream: UpstreamNote | null = null;

  constructor(routes: readonly RunningRoute[]) {
    this.routes = routes;
  }

  get route(): RunningRoute | null {
    return this.routes[this.routeIndex] ?? null;
  }
}
