import { headerValue, type RawResponse } from '#main/platform/raw-http.ts';
import { isLoopbackHost } from '#shared/http/loopback.ts';
import { parsedJson } from '#shared/text/decoding.ts';
import { isJsonObject } from '#shared/workspace/json-pointer.ts';
import type { ClientSimulatorPorts } from '../context.ts';
import { ClientRefusal, refuse } from '../refusal.ts';

const limits = { timeoutMillis: 5_000, maxBytes: 65_536 };

/** True for an address that the application may ask: HTTP, on this machine, without credentials. */
export function isAskable(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && isHttp(address) && isLoopbackHost(url.hostname) && url.username === '';
}

/** True for an address that a browser may open. MCP Security Best Practices */
export function isHttp(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && url.host !== '';
}

/**
 * Asks an address; redirects are not followed.
 * @throws ClientRefusal 400 where the address is none of HTTP, 502 where nothing comes back
 */
export async function get(
  { send }: Pick<ClientSimulatorPorts, 'send'>,
  address: string,
  token: string | null = null,
): Promise<RawResponse> {
  if (!isHttp(address)) throw refuse('The address cannot be requested.', { got: address });
  const { origin, host, pathname, search } = new URL(address);
  const authorization = token === null ? [] : ['Authorization', `Bearer ${token}`];
  const headers = ['Host', host, ...authorization, 'Accept', 'application/json', 'Connection', 'close'];
  const request = { method: 'GET', origin, target: `${pathname}${search}`, headers, body: '' };
  try {
    return (await send(request, { service: 'sampleUpstreams', tags: [], limits })).response;
  } catch (error) {
    throw new ClientRefusal({
      status: 502,
      description: 'The server is currently not available.',
      ...(error instanceof Error ? { detail: error.message } : {}),
    });
  }
}

/** Asks addresses in turn for a JSON document; null: none has one. */
export async function firstDocument(
  ports: Pick<ClientSimulatorPorts, 'send'>,
  addresses: readonly string[],
): Promise<{ readonly address: string; readonly body: Readonly<Record<string, unknown>> } | null> {
  for (const address of addresses) {
    // In turn: a later address counts only where an earlier one has nothing. RFC 8414 §3.1
    const { status, headers, body } = await get(ports, address);
    const type = headerValue(headers, 'content-type') ?? '';
    const document =
      status === 200 && type.startsWith('application/json') ? parsedJson(body.toString('utf8')) : null;
    if (isJsonObject(document)) return { address, body: document };
  }
  return null;
}
