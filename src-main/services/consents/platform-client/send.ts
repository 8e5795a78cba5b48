import {
  clientDraft,
  createClientPools,
  flatHeaders,
  sendOverPool,
  type WireResponse,
} from '#main/platform/client-request.ts';
import type { RecordExchange } from '#main/platform/exchange-draft.ts';
import type { Outgoing } from '#main/platform/outgoing.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { SendToTarget } from './worker-token.ts';

/** Longest that a connection, and then an answer, is waited for. */
const timeoutSeconds = 30;

export interface TargetSendPorts {
  readonly outgoing: Outgoing;
  readonly record: RecordExchange;
  readonly clock: Clock;
  /** Milliseconds of a clock that only goes forward. */
  readonly monotonic: () => number;
  /** Connections to one server that are open at once. */
  readonly connections: number;
}

/** Connections to a target, each request recorded. */
export interface TargetConnections {
  readonly send: SendToTarget;
  close(): Promise<void>;
}

/** Opens what sends requests to a target; it connects when it is used. */
export function openTargetConnections(ports: TargetSendPorts): TargetConnections {
  const { outgoing, record, clock, monotonic, connections } = ports;
  const pools = createClientPools({ maxConnections: connections, timeoutSeconds });

  const send: SendToTarget = async ({ url, method, headers, body, tags }, signal) => {
    const { origin, pathname, search } = new URL(url);
    const target = `${pathname}${search}`;
    const route = await outgoing.routeTo(new URL(origin));
    const isAbsolute = route.proxy !== null && origin.startsWith('http:');
    const flat = ['Host', new URL(origin).host, ...flatHeaders(headers)];
    const { proxy } = route;
    const shown =
      isAbsolute && proxy?.authorization != null ? ['Proxy-Authorization', proxy.authorization] : [];
    const startedMillis = monotonic();
    const startedAtMillis = clock.nowMillis();
    const note = (response: WireResponse | null, failure: string | null) =>
      record(
        clientDraft({
          service: 'platform',
          origin,
          method,
          target,
          requestHeaders: flat,
          body,
          answer: response,
          failure,
          startedAtMillis,
          tookMillis: monotonic() - startedMillis,
          tags,
        }),
      );
    try {
      const pool = await pools.of(origin, route);
      // Through a proxy the whole URL is asked for. RFC 9112 §3.2.2
      const path = isAbsolute ? `${origin}${target}` : target;
      const response = await sendOverPool(
        pool,
        origin,
        { path, method, headers: [...flat, ...shown], body },
        signal,
      );
      const exchangeId = note(response, null);
      return {
        status: response.status,
        headers: response.headers,
        text: response.body.toString('utf8'),
        exchangeId,
      };
    } catch (error) {
      note(null, error instanceof Error ? error.message : String(error));
      throw error;
    }
  };

  return { send, close: () => pools.close() };
}
