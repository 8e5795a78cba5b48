import { isLoopbackHost } from '#main/platform/addresses.ts';
import { replayedHeaders } from '#main/platform/replay-headers.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Exchange } from '#shared/exchange/index.ts';
import type { SendRecorded } from './sender.ts';

/**
 * Sends the request of an exchange again, to the same server, and returns the id of the new exchange. A server beyond
 * this machine is sent nothing unless a person typed its host.
 * @throws exchange.not-replayable, exchange.host-not-typed, upstream.*
 */
export async function replayExchange(
  exchange: Exchange,
  send: SendRecorded,
  typedHost: string | null,
): Promise<string> {
  const { method, target, body } = exchange.request;
  if (body.bytes === null || body.kept !== 'whole') throw notReplayable();
  requireTypedHost(exchange.origin, typedHost);
  const request = {
    method,
    origin: exchange.origin,
    target,
    headers: replayedHeaders(exchange),
    body: body.bytes,
  };
  const { exchangeId } = await send(request, {
    service: 'replay',
    tags: [...exchange.tags, `replay-of:${exchange.id}`],
  });
  return exchangeId;
}

/** @throws exchange.host-not-typed where a request would leave this machine for a host that nobody typed */
export function requireTypedHost(origin: string, typedHost: string | null): void {
  const { host, hostname } = new URL(origin);
  if (isLoopbackHost(hostname) || typedHost === host) return;
  throw new GatehouseError(
    'exchange.host-not-typed',
    `${host} is not on this machine, so sending requires a confirmation.`,
    { fix: `Enter ${host} to send the request there.` },
  );
}

function notReplayable(): GatehouseError {
  return new GatehouseError(
    'exchange.not-replayable',
    'The exchange cannot be sent again, because its request body was not recorded completely.',
    { fix: 'Record it again at a lower rate, or copy it as cURL and add the body.' },
  );
}
