import type { Outgoing } from '#main/platform/outgoing.ts';
import type { Logger } from '#main/platform/ports.ts';
import type { StreamedExchange } from '#main/platform/streamed-exchange.ts';
import type { StreamHandler } from '#main/platform/streaming.ts';
import type { Problem } from '#shared/errors/index.ts';
import type { Evaluation } from '#shared/expressions/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import { createMonotonic } from '#shared/time/monotonic.ts';
import { GatewayContext } from './context.ts';
import type { ThrottlingStatus } from './filters/filter.ts';
import type { FilterPorts } from './filters/index.ts';
import { createUpstreams } from './proxy/upstreams.ts';
import { answerResourceMetadata } from './resource-metadata.ts';
import type { GatewayResponse } from './response.ts';
import { RouteTable, type RouteTablePorts } from './route-table.ts';
import { Run } from './run.ts';
import type { RunningRoute } from './running-route.ts';
import { traceOf } from './trace.ts';
import { type GatewayWatch, Watched } from './watched.ts';

export interface GatewayPorts
  extends Pick<FilterPorts, 'script' | 'send' | 'authorizationServer' | 'vendorUrn'> {
  /** The text of a secret that the file of a route names; null where it cannot be had. */
  readonly readSecret: RouteTablePorts['readSecret'];
  /** The route documents as they are now. */
  readonly documents: RouteTablePorts['documents'];
  /** Values that configuration expressions know, and runtime expressions besides the request. */
  readonly options: RouteTablePorts['options'];
  readonly outgoing: Pick<Outgoing, 'routeTo'>;
  /** Where a server is really reached that a route names by its origin. */
  readonly addressOf: (origin: string) => string;
  /** Ids of the weaknesses that are switched on; absent: none. */
  readonly weaknesses?: () => readonly string[];
  readonly recordedBodyBytes: () => number;
  /** The clock that testers move. */
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A route as a screen shows it. */
export interface RouteStatus {
  readonly id: string;
  readonly file: string;
  /** True if some version of it is in force. */
  readonly isLoaded: boolean;
  readonly requests: number;
  readonly problems: readonly Problem[];
  readonly throttling: readonly ThrottlingStatus[];
}

/** The gateway: takes requests by the routes of the workspace. */
export interface Gateway {
  readonly handler: StreamHandler;
  /** Takes the routes up as their documents are now; requests that are under way go on by the former ones. */
  reload(): Promise<void>;
  problems(): readonly Problem[];
  /** Every route in the order in which it is tried, with so many buckets of each filter at most. */
  status(maxBuckets: number): readonly RouteStatus[];
  /**
   * Empties what the filters of a route keep, or those of all routes; buckets are full again. With a name, only those
   * of the throttling filters so called.
   */
  reset(routeId: string | null, filterName?: string): void;
  /** Looks on at the requests from now on. */
  watch(): GatewayWatch;
  close(): Promise<void>;
}

/** Makes a gateway without routes: `reload` takes them up. */
export function createGateway(ports: GatewayPorts): Gateway {
  const upstreams = createUpstreams(ports.outgoing);
  const watched = new Watched();
  const table = new RouteTable({
    ...ports,
    clock: { nowMillis: createMonotonic(ports.clock) },
    serviceClock: ports.clock,
    upstreams: { ...upstreams, of: (origin, config) => upstreams.of(ports.addressOf(origin), config) },
    options: ports.options,
  });
  const requests = new Map<string, number>();

  function take(exchange: StreamedExchange): void {
    if (table.hasResources && answerResourceMetadata(exchange, table.running, ports.authorizationServer))
      return;
    const run = new Run(table.running);
    const context = new GatewayContext(exchange, run, table.facts);
    noteTrace(exchange, run);
    if (watched.isOpen) watched.note(exchange.socket.remotePort ?? 0, run);
    const route = chooseRoute(context, run);
    if (route === null) return exchange.answer(run.unknownIndex < 0 ? 404 : 500, [], '');
    exchange.notes.tags.push(route.tag);
    requests.set(route.id, (requests.get(route.id) ?? 0) + 1);
    runFrom(context, run, 0);
  }

  return {
    handler: { take, recordedBodyBytes: ports.recordedBodyBytes },
    reload: () => table.reload(),
    problems: () => table.states.flatMap(({ problems }) => problems),
    status: (maxBuckets) =>
      table.states.map(({ id, file, running, problems }) => ({
        id,
        file,
        isLoaded: running !== null,
        requests: requests.get(id) ?? 0,
        problems,
        throttling: running === null ? [] : throttlingOf(running, maxBuckets),
      })),
    reset(routeId, filterName) {
      for (const { id, filters } of table.running) {
        if (routeId !== null && id !== routeId) continue;
        for (const filter of filters)
          if (filterName === undefined || filter.throttling?.(0).name === filterName) filter.reset();
      }
    },
    watch: () => watched.open(),
    async close() {
      table.close();
      await upstreams.close();
    },
  };
}

function throttlingOf({ filters, pointers }: RunningRoute, maxBuckets: number): ThrottlingStatus[] {
  return filters.flatMap((filter, filterIndex) => {
    const status = filter.throttling?.(maxBuckets);
    return status === undefined ? [] : [{ ...status, pointer: pointers[filterIndex] ?? '' }];
  });
}

/** By itself, so that the closure holds nothing else. */
function noteTrace({ notes }: StreamedExchange, run: Run): void {
  notes.trace = () => traceOf(run);
}

function chooseRoute(context: GatewayContext, run: Run): RunningRoute | null {
  const { routes } = run;
  for (let index = 0; index < routes.length; index += 1) {
    const route = routes[index];
    if (route === undefined) break;
    context.enter(route);
    const { value, error, isExceeded } = route.condition?.evaluate(context.scope) ?? always;
    if (value === true || value === 'true') {
      run.routeIndex = index;
      return route;
    }
    if (error !== null) (run.conditionErrors ??= new Map()).set(index, error);
    // A later route may ask for less than the one whose request this may be.
    if (isExceeded === true) {
      run.unknownIndex = index;
      return null;
    }
  }
  return null;
}

const always: Evaluation = { value: true, error: null };

/** Runs the filters from a place on, without a promise as long as none of them makes one. */
function runFrom(context: GatewayContext, run: Run, start: number): void {
  if (run.route === null) return;
  const { filters, handler } = run.route;
  for (let filterIndex = start; filterIndex < filters.length; filterIndex += 1) {
    run.filterIndex = filterIndex;
    const outcome = filters[filterIndex]?.filter(context, filterIndex) ?? null;
    if (outcome instanceof Promise) {
      outcome.then(
        (answer) => goOn(context, run, filterIndex + 1, answer),
        (error: unknown) => context.exchange.fail(error),
      );
      return;
    }
    if (outcome !== null) return give(context, outcome);
  }
  run.filterIndex = filters.length;
  handler.handle(context);
}

/** After a promise nobody else catches exceptions. */
function goOn(context: GatewayContext, run: Run, start: number, answer: GatewayResponse | null): void {
  if (context.exchange.isOver) return;
  try {
    if (answer === null) runFrom(context, run, start);
    else give(context, answer);
  } catch (error) {
    context.exchange.fail(error);
  }
}

function give({ exchange }: GatewayContext, { status, headers, body, reason }: GatewayResponse): void {
  exchange.answer(status, headers, body, reason);
}
