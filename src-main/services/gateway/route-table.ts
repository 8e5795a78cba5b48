import type { Logger } from '#main/platform/ports.ts';
import type { Problem } from '#shared/errors/index.ts';
import { type ReadRouteOptions } from '#shared/gateway/types.ts';
import type { SecretValue } from '#shared/workspace/index.ts';
import { compileRoute, type FilterMap } from './compile-route.ts';
import type { RunningFilter } from './filters/filter.ts';
import type { FilterPorts } from './filters/index.ts';
import type { Upstreams } from './proxy/upstreams.ts';
import { lintRoute, readRoute } from './pure/index.ts';
import { loadProblem, type RouteDocument, routeProblem } from './route-document.ts';
import type { RunningRoute } from './running-route.ts';
import type { ScopeFacts } from './scope.ts';

/** A route file as the gateway takes it. */
export interface RouteState {
  readonly id: string;
  readonly file: string;
  /** Null: there is no version of it that could be loaded. */
  readonly running: RunningRoute | null;
  readonly problems: readonly Problem[];
}

export interface RouteTablePorts extends Omit<FilterPorts, 'readSecret'> {
  /** The text of a secret that a file names; null where it cannot be had. */
  readonly readSecret: (file: string, value: SecretValue) => string | null;
  readonly documents: () => readonly RouteDocument[];
  readonly options: () => Omit<ReadRouteOptions, 'id'>;
  readonly upstreams: Upstreams;
  readonly logger: Logger;
}

/** Facts that all routes know. */
const noFacts: ScopeFacts = { env: {}, system: {} };

/**
 * The routes in force. A document that cannot be loaded is a Problem and takes no other down: its last good version
 * stays in force. Filters whose declaration is as it was stay the very same, with their buckets.
 */
export class RouteTable {
  readonly #ports: RouteTablePorts;
  #states: readonly RouteState[] = [];
  #running: readonly RunningRoute[] = [];
  #filters: FilterMap = new Map();
  #facts = noFacts;
  #hasResources = false;
  #loading: Promise<void> | null = null;
  #isStale = false;
  #isClosed = false;

  constructor(ports: RouteTablePorts) {
    this.#ports = ports;
  }

  /** Those that can run, in the order in which they are tried. */
  get running(): readonly RunningRoute[] {
    return this.#running;
  }

  /** True if some route publishes a protected resource. RFC 9728 §2 */
  get hasResources(): boolean {
    return this.#hasResources;
  }

  get states(): readonly RouteState[] {
    return this.#states;
  }

  get facts(): ScopeFacts {
    return this.#facts;
  }

  /** Takes the documents up as they are now; several calls that come at once are one. */
  reload(): Promise<void> {
    this.#isStale = true;
    this.#loading ??= this.#loadUntilFresh();
    return this.#loading;
  }

  close(): void {
    this.#isClosed = true;
    for (const filter of this.#filters.values()) filter.close();
  }

  async #loadUntilFresh(): Promise<void> {
    try {
      do {
        this.#isStale = false;
        await this.#load();
      } while (this.#isStale && !this.#isClosed);
    } finally {
      // At once: who calls after this has to have a load of their own.
      this.#loading = null;
    }
  }

  async #load(): Promise<void> {
    const { documents, options, upstreams, logger } = this.#ports;
    const kept = new Map<string, RunningFilter>();
    const states: RouteState[] = [];
    for (const document of documents().toSorted((one, other) => (one.id < other.id ? -1 : 1)))
      states.push(await this.#loadOne(document, kept));
    const former = this.#filters;
    this.#filters = kept;
    this.#states = states;
    this.#facts = { ...noFacts, ...options() };
    this.#running = states.flatMap(({ running }) => running ?? []);
    this.#hasResources = this.#running.some(({ resource }) => resource !== null);
    for (const [key, filter] of former) if (kept.get(key) !== filter) filter.close();
    upstreams.sweep();
    if (this.#isClosed) this.close();
    logger.info('gateway.routes', { routes: this.#running.map(({ id }) => id) });
  }

  async #loadOne(document: RouteDocument, kept: Map<string, RunningFilter>): Promise<RouteState> {
    const { id, file, value } = document;
    if (value === null) return this.#keepEarlier(document, kept, []);
    let problems: readonly Problem[] = [];
    try {
      const { route, problems: found } = readRoute(value, { ...this.#ports.options(), id });
      problems = found.map((problem) => routeProblem(problem, document));
      if (route === null) return await this.#keepEarlier(document, kept, problems);
      problems = [...problems, ...lintRoute(route).map((problem) => routeProblem(problem, document))];
      const filterIndex = { file, properties: this.#propertiesOf(value) };
      const readSecret = (secret: SecretValue) => this.#ports.readSecret(file, secret);
      const ports = { ...this.#ports, readSecret };
      const { running, filters } = await compileRoute(route, filterIndex, this.#filters, ports);
      for (const [key, filter] of filters) kept.set(key, filter);
      return { id, file, running, problems };
    } catch (error) {
      return this.#keepEarlier(document, kept, [...problems, loadProblem(error, document)]);
    }
  }

  /** A version that stays in force keeps its filters, and asks for its connections again. */
  async #keepEarlier(
    { id, file }: RouteDocument,
    kept: Map<string, RunningFilter>,
    problems: readonly Problem[],
  ): Promise<RouteState> {
    const earlier = this.#states.find((state) => state.id === id)?.running ?? null;
    if (earlier === null) return { id, file, running: null, problems };
    for (const [key, filter] of this.#filters) if (earlier.filters.includes(filter)) kept.set(key, filter);
    // Where its connections cannot be had either, it goes on with those that it has.
    const handler = await earlier.makeHandler().catch(() => earlier.handler);
    return { id, file, running: { ...earlier, handler }, problems };
  }

  #propertiesOf(document: unknown): Readonly<Record<string, unknown>> {
    const { properties } = document as { readonly properties?: unknown };
    const own = typeof properties === 'object' && properties !== null ? properties : {};
    return { ...this.#ports.options().properties, ...own };
  }
}
