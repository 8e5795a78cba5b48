import { headerValue } from '#main/platform/raw-http.ts';
import type { SendRecorded } from '#main/services/activity/index.ts';

/** A call of the authorization server to another server. */
export interface OutgoingCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** Name, value, …: besides those that every request needs. */
  readonly headers: readonly string[];
  readonly body?: string;
  readonly timeoutMillis: number;
  /** Largest body of the response. Default: 256 KiB. */
  readonly maxBytes?: number;
  /** Tags of the exchange, by which it is found in Activity. */
  readonly tags: readonly string[];
  /** Addresses that may be connected to; absent: all. */
  readonly admits?: ((address: string) => boolean) | undefined;
}

const maxResponseBytes = 262_144;

/** An answer: redirects are not followed. */
export interface OutgoingResponse {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** Name, value, … */
  readonly headers: readonly string[];
  readonly bodyBytes: number;
}

/**
 * Calls another server and records the exchange; responses that are too large are refused.
 * @throws GatehouseError where it cannot be reached or does not answer in time
 */
export async function call(
  { send }: { readonly send: SendRecorded },
  { method, url, headers, body = '', timeoutMillis, maxBytes = maxResponseBytes, tags, admits }: OutgoingCall,
): Promise<OutgoingResponse> {
  const { origin, host, pathname, search } = new URL(url);
  const length = method === 'POST' ? ['Content-Length', String(Buffer.byteLength(body))] : [];
  const all = ['Host', host, 'Accept', 'application/json', ...headers, ...length, 'Connection', 'close'];
  const { response } = await send(
    { method, origin, target: `${pathname}${search}`, headers: all, body },
    { service: 'authorizationServer', tags, limits: { timeoutMillis, maxBytes, admits } },
  );
  return {
    status: response.status,
    contentType: headerValue(response.headers, 'content-type') ?? '',
    text: response.body.toString('utf8'),
    headers: response.headers,
    bodyBytes: response.body.length,
  };
}
