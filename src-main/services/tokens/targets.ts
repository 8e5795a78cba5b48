import { isLoopbackHost } from '#main/platform/addresses.ts';
import { headerValue, type RawRequest } from '#main/platform/raw-http.ts';
import type { SendRecorded } from '#main/services/activity/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { type CandidateKey, readKeys } from './jwt/keys.ts';

const limits = { timeoutMillis: 10_000, maxBytes: 1_048_576 };

/** An answer of another server, and the exchange in which it came. */
export interface TargetResponse {
  readonly exchangeId: string;
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/**
 * An address that may be asked: one on this machine, or one that the person confirmed.
 * @throws token.target-unconfirmed
 */
export function allowedTarget(address: string, isConfirmed: boolean): URL {
  const url = new URL(address);
  if (isConfirmed || isLoopbackHost(url.hostname)) return url;
  throw new GatehouseError('token.target-unconfirmed', `${url.origin} is not on this machine.`, {
    fix: 'Confirm that Gatehouse may send requests to it.',
  });
}

/** Sends a request of the inspector; the exchange stands in Activity. Answers above 1 MiB are refused. @throws upstream.* */
export async function askTarget(send: SendRecorded, request: RawRequest): Promise<TargetResponse> {
  const { exchangeId, response } = await send(request, {
    service: 'flowDebugger',
    tags: ['token-inspector'],
    limits,
  });
  return {
    exchangeId,
    status: response.status,
    contentType: headerValue(response.headers, 'content-type') ?? 'no content type',
    text: response.body.toString('utf8'),
  };
}

/**
 * Fetches a JWK Set; redirects are not followed.
 * @throws token.key-unreadable, upstream.*
 */
export async function fetchKeys(
  send: SendRecorded,
  url: URL,
): Promise<{ readonly keys: readonly CandidateKey[]; readonly exchangeId: string }> {
  const headers = [
    'Host',
    url.host,
    'Accept',
    'application/jwk-set+json, application/json',
    'Connection',
    'close',
  ];
  const target = `${url.pathname}${url.search}`;
  const response = await askTarget(send, { method: 'GET', origin: url.origin, target, headers, body: '' });
  if (response.status === 200 && response.text.trim().startsWith('{'))
    return { keys: readKeys(response.text, url.href), exchangeId: response.exchangeId };
  throw new GatehouseError(
    'token.key-unreadable',
    `Expected a JWK Set from ${url.href}, received status ${response.status} with ${response.contentType}.`,
    { fix: 'Check the exchange in Activity, and enter the URL of the key set.' },
  );
}
