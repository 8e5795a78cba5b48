import type { buildConnector, Pool } from 'undici';
import type { Outgoing, Route as WayOut } from '#main/platform/outgoing.ts';
import { openConnection } from '#main/platform/outgoing-connection.ts';
import { timerMillis } from '#main/platform/timers.ts';
import type { ReverseProxyConfig } from '#shared/gateway/types.ts';

/** A server that requests are passed on to, and the connections to it. */
export interface Upstream {
  readonly origin: string;
  readonly config: ReverseProxyConfig;
  /** Connections; those that were let go of are opened anew for a request that was under way meanwhile. */
  readonly pool: Pool | null;
  /** Prepares the pool: its modules are loaded with the very first request. */
  ready(): Promise<void>;
  /** Text before the path in a request line: nothing, or the origin where a proxy is asked. RFC 9112 §3.2.2 */
  readonly targetPrefix: string;
  /** Fields for a proxy on the way. */
  readonly proxyHeaders: readonly string[];
  /** Opens a connection that no pool has, through whatever proxy, for another protocol. @throws as `openConnection` does */
  connect(signal: AbortSignal): ReturnType<typeof openConnection>;
  /** Closes the connections when their requests have ended. */
  letGo(): void;
  /** Cuts them. */
  destroy(): Promise<void>;
}

/** Connections to upstreams: kept over reloads as long as a route wants the same of the same server. */
export interface Upstreams {
  /** The upstream of a handler of the routes that are being compiled. */
  of(origin: string, config: ReverseProxyConfig): Promise<Upstream>;
  /** Lets go of the connections that nothing has asked for since the last sweep, once their requests have ended. */
  sweep(): void;
  close(): Promise<void>;
}

/** How long an idle connection is kept, in milliseconds. */
const idleMillis = 30_000;

/** Makes connections on the way out that the workspace prescribes: its proxy, its CAs. */
export function createUpstreams(outgoing: Pick<Outgoing, 'routeTo'>): Upstreams {
  const known = new Map<string, Upstream>();
  const asked = new Set<string>();

  async function of(origin: string, config: ReverseProxyConfig): Promise<Upstream> {
    const target = new URL(origin);
    const way = await outgoing.routeTo(target);
    const key = JSON.stringify([origin, config, way.proxy, trustId(way.secureContext)]);
    const upstream = known.get(key) ?? open(target, config, way);
    known.set(key, upstream);
    asked.add(key);
    return upstream;
  }

  return {
    of,
    sweep() {
      for (const [key, upstream] of known) {
        if (asked.has(key)) continue;
        known.delete(key);
        upstream.letGo();
      }
      asked.clear();
    },
    async close() {
      const pools = [...known.values()].map((upstream) => upstream.destroy());
      known.clear();
      await Promise.all(pools);
    },
  };
}

const trustIds = new WeakMap<object, number>();
let trustCount = 0;

/** Tells contexts apart that cannot be written down. */
function trustId(context: object | null): number {
  if (context === null) return 0;
  const known = trustIds.get(context);
  if (known !== undefined) return known;
  trustCount += 1;
  trustIds.set(context, trustCount);
  return trustCount;
}

function open(target: URL, config: ReverseProxyConfig, way: WayOut): Upstream {
  const isAbsolute = way.proxy !== null && target.protocol === 'http:';
  const authorization = way.proxy?.authorization ?? null;
  let pool: Pool | null = null;
  return {
    origin: target.origin,
    config,
    get pool() {
      if (PoolOfUndici !== null) pool ??= openPool(PoolOfUndici, target, config, way);
      return pool;
    },
    ready: loadPool,
    targetPrefix: isAbsolute ? target.origin : '',
    proxyHeaders: isAbsolute && authorization !== null ? ['Proxy-Authorization', authorization] : [],
    connect: (signal) => openConnection(target, way, signal, false),
    letGo() {
      void pool?.close();
      pool = null;
    },
    async destroy() {
      await pool?.destroy();
      pool = null;
    },
  };
}

let PoolOfUndici: typeof Pool | null = null;

/** A start that passes nothing on need not pay for it. */
async function loadPool(): Promise<void> {
  PoolOfUndici ??= (await import('undici/lib/dispatcher/pool.js')).default;
}

function openPool(PoolClass: typeof Pool, target: URL, config: ReverseProxyConfig, way: WayOut): Pool {
  return new PoolClass(target.origin, {
    connections: config.connections,
    pipelining: 1,
    headersTimeout: timerMillis(config.soTimeoutMillis),
    bodyTimeout: timerMillis(config.soTimeoutMillis),
    keepAliveTimeout: idleMillis,
    clientTtl: config.connectionTimeToLiveMillis,
    connect(_options, callback) {
      void connectWithin(target, way, config.connectionTimeoutMillis, callback);
    },
  });
}

/** Connects, and calls back with the result: ConnectionTimeout if it takes longer. */
async function connectWithin(
  target: URL,
  way: WayOut,
  timeoutMillis: number,
  callback: buildConnector.Callback,
): Promise<void> {
  const impatience = new AbortController();
  const timer = within(timeoutMillis, () => impatience.abort());
  try {
    const socket = await openConnection(target, way, impatience.signal);
    socket.setNoDelay(true);
    callback(null, socket);
  } catch (error) {
    const cause = error instanceof Error ? error : new Error(String(error));
    callback(impatience.signal.aborted ? new ConnectionTimeout(target.origin, timeoutMillis) : cause, null);
  } finally {
    clearTimeout(timer);
  }
}

/** Acts when a time has passed; 0: never. */
export function within(millis: number, act: () => void): NodeJS.Timeout | undefined {
  return millis === 0 ? undefined : setTimeout(act, timerMillis(millis));
}

/** No connection came about in the time that the route gives it. */
export class ConnectionTimeout extends Error {
  override readonly name = 'ConnectionTimeout';

  constructor(origin: string, timeoutMillis: number) {
    super(`No connection to ${origin} within ${timeoutMillis} ms.`);
  }
}
