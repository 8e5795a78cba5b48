import type { buildConnector, Pool } from 'undici';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Route } from './outgoing.ts';
import { openConnection } from './outgoing-connection.ts';

/** Connections to servers that are asked again and again. */
export interface ClientPools {
  /** The pool for a server and the way to it; one whose way has changed is let go. */
  of(origin: string, route: Route): Pool | Promise<Pool>;
  /** Lets requests that are under way end, for a while, and cuts the connections. */
  close(): Promise<void>;
}

export interface ClientPoolSettings {
  /** Connections to one server that are open at once. */
  readonly maxConnections: number;
  /** Time for a connection and for an answer, in seconds; 0: no limit. */
  readonly timeoutSeconds: number;
}

/** How long an idle connection is kept, in milliseconds; less than what servers usually do. */
const idleMillis = 4_000;
/** How long requests that are under way may take when they are let go, in milliseconds. */
const graceMillis = 5_000;

interface Kept {
  readonly route: Route;
  readonly pool: Pool;
}

/** Makes pools of connections; none connects before it is used. */
export function createClientPools({ maxConnections, timeoutSeconds }: ClientPoolSettings): ClientPools {
  const kept = new Map<string, Kept>();
  const timeoutMillis = timeoutSeconds * 1_000;

  async function open(origin: string, route: Route): Promise<Pool> {
    // A start that calls nobody need not pay for it.
    const { default: PoolOfUndici } = await import('undici/lib/dispatcher/pool.js');
    const target = new URL(origin);
    return new PoolOfUndici(origin, {
      connections: maxConnections,
      pipelining: 1,
      headersTimeout: timeoutMillis,
      bodyTimeout: timeoutMillis,
      keepAliveTimeout: idleMillis,
      connect(_options, callback) {
        void connectWithin(target, route, timeoutMillis, callback);
      },
    });
  }

  async function openFor(key: string, origin: string, route: Route): Promise<Pool> {
    const pool = await open(origin, route);
    // Somebody else may have been faster while the parts were loaded.
    const faster = kept.get(key);
    if (faster !== undefined && isSameWay(faster.route, route)) return faster.pool;
    void faster?.pool.close();
    kept.set(key, { route, pool });
    return pool;
  }

  return {
    of(origin, route) {
      const key = route.proxy === null ? origin : `${origin} ${route.proxy.host} ${route.proxy.port}`;
      const known = kept.get(key);
      if (known !== undefined && isSameWay(known.route, route)) return known.pool;
      return openFor(key, origin, route);
    },
    async close() {
      const pools = [...kept.values()].map(({ pool }) => letGo(pool));
      kept.clear();
      await Promise.all(pools);
    },
  };
}

async function letGo(pool: Pool): Promise<void> {
  const impatience = Promise.withResolvers<void>();
  const timer = setTimeout(impatience.resolve, graceMillis);
  await Promise.race([pool.close(), impatience.promise]);
  clearTimeout(timer);
  await pool.destroy();
}

function isSameWay(a: Route, b: Route): boolean {
  return a.secureContext === b.secureContext && a.proxy?.authorization === b.proxy?.authorization;
}

/** Connects, and calls back with the result. */
async function connectWithin(
  target: URL,
  route: Route,
  timeoutMillis: number,
  callback: buildConnector.Callback,
): Promise<void> {
  const impatience = new AbortController();
  const timer = timeoutMillis === 0 ? undefined : setTimeout(() => impatience.abort(), timeoutMillis);
  try {
    const socket = await openConnection(target, route, impatience.signal);
    socket.setNoDelay(true);
    callback(null, socket);
  } catch (error) {
    const cause = error instanceof Error ? error : new Error(String(error));
    callback(impatience.signal.aborted ? tooSlow(target.origin, cause) : cause, null);
  } finally {
    clearTimeout(timer);
  }
}

function tooSlow(origin: string, cause: Error): GatehouseError {
  return new GatehouseError('upstream.timeout', `No connection to ${origin} in the time that was allowed.`, {
    fix: 'Check the address, or allow more time.',
    cause,
  });
}
