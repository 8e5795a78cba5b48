import type { StartIsolate } from '#main/platform/isolates/index.ts';
import type { Scripting } from '#main/services/scripting/index.ts';
import type {
  CheckedRoute,
  DesignedTraffic,
  LiveFilter,
  LiveRun,
  SimulationRun,
  SimulationStart,
  ThrottleRoute,
  TracedTraffic,
} from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { HandlerNode, ReadRouteOptions, Route } from '#shared/gateway/types.ts';
import { readingSchema, type TraceRecipe } from '#shared/throttle/traffic/recipe.ts';
import { type Traffic, trafficSchema } from '#shared/throttle/traffic/schema.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import { checkRoute, isUpstreamElsewhere, requireScripts, routeIn } from './check-route.ts';
import { createImports, type Imports } from './imports.ts';
import { createLiveRuns, type LiveNeeds, type LiveRuns, type LiveSender } from './live-runs.ts';
import type { AskedFilter } from './pure/live-outcome.ts';
import type { SimulationTask } from './simulation-task.ts';
import { createSimulations, type Simulations } from './simulations.ts';
import { traceGone } from './stored/read-trace.ts';
import { createTraceStore, type TraceStore } from './traces.ts';

/** A route file of the workspace. */
export interface RouteFile {
  readonly file: string;
  readonly id: string;
  /** Null: it cannot be read. */
  readonly value: unknown;
}

/** A file with traffic. */
export interface TrafficFile {
  readonly file: string;
  readonly name: string;
  readonly value: unknown;
}

export interface ThrottleLabPorts {
  readonly workers: { readonly simulation: string; readonly script: string };
  readonly startProcess: StartIsolate;
  readonly directory: string;
  /** Where recorded requests are kept: a folder of the state. */
  readonly traceDirectory: string;
  readonly scripting: Scripting;
  readonly routes: () => readonly RouteFile[];
  readonly routeOptions: () => Omit<ReadRouteOptions, 'id'>;
  readonly traffics: () => readonly TrafficFile[];
  /** @throws workspace.syntax */
  readonly parse: (text: string, file: string) => unknown;
  readonly saveTraffic: (file: string, traffic: Traffic) => void;
  readonly liveFilters: () => readonly LiveFilter[];
  readonly resetLive: (file: string, filter: string) => void;
  /** Base URL of the running gateway; null: it does not run. */
  readonly gateway: () => string | null;
  /** Creates the sender of the requests of one run. */
  readonly liveSender: (needs: LiveNeeds) => LiveSender;
  readonly realClock: Clock;
  readonly random: Random;
}

/** Traffic that is to be sent to the running gateway. */
export interface LiveStart extends AskedFilter {
  readonly traffic: DesignedTraffic;
  readonly traceId: string | null;
  readonly isConfirmed: boolean;
}

/** Tries throttling policies out: on simulated time, and on the running gateway. */
export interface ThrottleLab {
  readonly simulations: Simulations;
  readonly imports: Imports;
  readonly liveRuns: LiveRuns;
  routes(): Promise<readonly ThrottleRoute[]>;
  /** @throws workspace.syntax */
  check(document: string, file: string | null): Promise<CheckedRoute>;
  /** @throws workspace.syntax, workspace.restricted, api.not-found */
  simulate(start: SimulationStart): SimulationRun;
  traffics(): readonly { readonly file: string; readonly name: string }[];
  /** @throws api.not-found */
  openTraffic(file: string): TracedTraffic;
  /** Writes traffic with its recorded requests. */
  saveTraffic(name: string, traffic: DesignedTraffic, traceId: string | null): { readonly file: string };
  /** @throws throttling.not-confirmed, flow.service-stopped, api.not-found */
  sendLive(start: LiveStart): LiveRun;
  live(): readonly LiveFilter[];
  /** @throws api.not-found */
  resetLive(file: string, filter: string): readonly LiveFilter[];
  close(): Promise<void>;
}

/** Makes the lab; no worker starts before something is simulated. */
export function createThrottleLab(ports: ThrottleLabPorts): ThrottleLab {
  const traces = createTraceStore(ports.traceDirectory, ports.random);
  const workerUrl = new URL(ports.workers.simulation);
  const simulations = createSimulations({
    workerUrl,
    start: ports.startProcess,
    random: ports.random,
  });
  const imports = createImports({
    workerUrl,
    start: ports.startProcess,
    random: ports.random,
    directory: ports.traceDirectory,
    onStored: (id) => traces.prune(new Set([id, ...recordedIds(ports)])),
  });
  const liveRuns = createLiveRuns({ realClock: ports.realClock, random: ports.random });
  const optionsOf = (file: string | null): ReadRouteOptions => ({ ...ports.routeOptions(), id: idOf(file) });
  const whole = (traffic: DesignedTraffic, traceId: string | null): Traffic =>
    traceId === null
      ? traffic
      : { ...traffic, trace: traces.read(traceId, traffic.recorded?.spread ?? 'even') };

  return {
    simulations,
    imports,
    liveRuns,
    async routes() {
      const files = ports.routes();
      await ports.scripting.prepare(JSON.stringify(files));
      const isElsewhere = routeElsewhere(ports) !== null;
      return files.map(({ file, id, value }) => {
        const checked = checkRoute(value, { ...ports.routeOptions(), id }, ports.scripting);
        return { file, id, ...checked, isUpstreamElsewhere: checked.isUpstreamElsewhere || isElsewhere };
      });
    },
    async check(document, file) {
      await ports.scripting.prepare(document);
      const parsed = ports.parse(document, file ?? 'route.json');
      const checked = checkRoute(parsed, optionsOf(file), ports.scripting);
      return {
        ...checked,
        isUpstreamElsewhere: checked.isUpstreamElsewhere || routeElsewhere(ports) !== null,
      };
    },
    simulate: (start) => simulations.start(taskOf(ports, traces, start), start.comparedRunId),
    traffics: () => ports.traffics().map(({ file, name }) => ({ file, name })),
    openTraffic: (file) => openTraffic(ports, traces, file),
    saveTraffic(name, traffic, traceId) {
      const file = `traffic/${name}.json`;
      const recorded = traceId === null ? undefined : recipeOf(traces, traffic, traceId);
      ports.saveTraffic(file, recorded === undefined ? traffic : { ...traffic, recorded });
      return { file };
    },
    sendLive({ file, filter, traffic: designed, traceId, isConfirmed }) {
      const route = sendableRoute(ports, file, isConfirmed);
      const traffic = whole(designed, traceId);
      const sender = ports.liveSender({
        scopes: scopesOf(route.handler),
        baseUri: route.baseURI,
        methods: methodsOf(traffic),
      });
      return liveRuns.start({ file, filter }, traffic, sender);
    },
    live: ports.liveFilters,
    resetLive(file, filter) {
      if (!ports.liveFilters().some((each) => each.file === file && each.filter === filter))
        throw new GatehouseError('api.not-found', `${file} has no active filter ${filter}.`, {
          fix: 'If the route does not load, check Problems.',
        });
      ports.resetLive(file, filter);
      return ports.liveFilters();
    },
    async close() {
      liveRuns.close();
      await Promise.all([simulations.close(), imports.close()]);
    },
  };
}

/** @throws workspace.syntax, workspace.restricted, api.not-found */
function taskOf(
  ports: ThrottleLabPorts,
  traces: TraceStore,
  { document, file, filter, traffic, traceId, compare, bins, groups }: SimulationStart,
): SimulationTask {
  const parse = (text: string) => ports.parse(text, file ?? 'route.json');
  const others = compare === null ? [] : [{ document: parse(compare.document), filter: compare.filter }];
  const policies = [{ document: parse(document), filter }, ...others];
  const routeOptions = { ...ports.routeOptions(), id: idOf(file) };
  for (const policy of policies) requireScripts(policy.document, routeOptions, ports.scripting);
  return {
    policies,
    routeOptions,
    ...recordedFor(traces, traffic, traceId),
    bins: bins ?? null,
    groups,
    question: null,
    directory: ports.directory,
    scriptWorker: ports.workers.script,
  };
}

/** @throws api.not-found, traffic.trace-gone */
function openTraffic({ traffics }: ThrottleLabPorts, traces: TraceStore, file: string): TracedTraffic {
  const found = traffics().find((each) => each.file === file);
  const read = trafficSchema.safeParse(found?.value);
  if (!read.success)
    throw new GatehouseError('api.not-found', `${file} contains no traffic.`, {
      fix: 'Check Problems: the file was deleted, or cannot be read.',
    });
  const { trace, ...traffic } = read.data;
  if (trace !== undefined) {
    const traceId = traces.add(trace);
    return { traffic, traceId, traceRequests: trace.atMillis.length, classRequests: [] };
  }
  const { recorded } = traffic;
  if (recorded === undefined) return { traffic, traceId: null, traceRequests: 0, classRequests: [] };
  const head = traces.head(recorded.id);
  if (head === null) throw traceGone(recorded.sources.map((source) => source.name));
  return {
    traffic,
    traceId: recorded.id,
    traceRequests: head.requests,
    classRequests: head.classRequests,
  };
}

/** The traffic as a worker is given it, with where its recorded requests are. @throws api.not-found */
function recordedFor(
  traces: TraceStore,
  traffic: DesignedTraffic,
  traceId: string | null,
): Pick<SimulationTask, 'traffic' | 'stored'> {
  if (traceId === null) return { traffic, stored: null };
  const found = traces.find(traceId);
  if (found.kind === 'held') return { traffic: { ...traffic, trace: found.trace }, stored: null };
  const hasOther = traces.head(traceId)?.isWholeSeconds === true;
  const spread = traffic.recorded?.spread ?? 'even';
  return { traffic, stored: { folder: found.folder, spread, hasOther } };
}

/** The recipe that a traffic file keeps of its recorded requests: they are in the state from then on. @throws api.not-found */
function recipeOf(traces: TraceStore, { recorded }: DesignedTraffic, traceId: string): TraceRecipe {
  const kept = traces.keep(traceId);
  if (recorded?.id === kept.id) return recorded;
  return { sources: [], reading: readingSchema.parse({}), spread: 'even', ...kept };
}

/** The stored requests that traffic files of the workspace name. */
function recordedIds({ traffics }: ThrottleLabPorts): readonly string[] {
  return traffics().flatMap(({ value }) => {
    const { recorded } = (value ?? {}) as { readonly recorded?: { readonly id?: unknown } };
    return typeof recorded?.id === 'string' ? [recorded.id] : [];
  });
}

/** The route that traffic goes through. @throws throttling.not-confirmed, flow.service-stopped, api.not-found */
function sendableRoute(ports: ThrottleLabPorts, file: string, isConfirmed: boolean): Route {
  const route = loadedRoute(ports, file);
  const away = isUpstreamElsewhere(route) ? route : routeElsewhere(ports);
  if (away !== null && !isConfirmed)
    throw new GatehouseError(
      'throttling.not-confirmed',
      `The route ${away.name} forwards to ${away.baseURI ?? 'the host in the request'}: traffic could leave this machine.`,
      { fix: 'Confirm only if you are allowed to send load to that server.' },
    );
  if (ports.gateway() === null)
    throw new GatehouseError('flow.service-stopped', 'The gateway is not running.', {
      fix: 'Start the gateway.',
      actions: [{ kind: 'start-service', service: 'gateway' }],
    });
  return route;
}

/** A route that leads elsewhere: whether requests come to it, its condition says with each of them. */
function routeElsewhere({ routes, routeOptions }: ThrottleLabPorts): Route | null {
  for (const { id, value } of routes()) {
    const route = routeIn(value, { ...routeOptions(), id });
    if (route !== null && isUpstreamElsewhere(route)) return route;
  }
  return null;
}

/** The name of a route file without folder and ending. */
function idOf(file: string | null): string {
  return file?.replace(/^.*\//, '').replace(/\.json$/, '') ?? 'route';
}

function loadedRoute({ routes, routeOptions }: ThrottleLabPorts, file: string): Route {
  const found = routes().find((each) => each.file === file);
  const route = routeIn(found?.value ?? null, { ...routeOptions(), id: idOf(file) });
  if (found !== undefined && route !== null) return route;
  throw new GatehouseError('api.not-found', `${file} has no active route.`, {
    fix: 'Save the route first. If it does not load, check Problems.',
  });
}

function methodsOf({ request, clients, trace }: Traffic): readonly string[] {
  const recorded = trace?.shapes?.columns.filter(({ role }) => role === 'method') ?? [];
  return [
    ...new Set([
      ...clients.map(({ method }) => method ?? request.method),
      ...recorded.flatMap(({ texts }) => texts),
    ]),
  ];
}

/** The scopes that tokens have to have for the whole chain. */
function scopesOf(handler: HandlerNode): readonly string[] {
  if (handler.type !== 'Chain') return [];
  const own = handler.filters.flatMap((filter) =>
    filter.type === 'OAuth2ResourceServerFilter' ? filter.config.scopes : [],
  );
  return [...new Set([...own, ...scopesOf(handler.handler)])];
}
