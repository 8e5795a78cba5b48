import { isLoopbackHost } from '#main/platform/addresses.ts';
import { bodyText } from '#main/platform/exchange-summary.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Exchange } from '#shared/exchange/index.ts';
import type { SendRecorded } from './sender.ts';

/**
 * Sends the request of an exchange again as it was, to the same server, and returns the id of the new exchange.
 * @throws exchange.not-replayable, upstream.*
 */
export async function replayExchange(exchange: Exchange, send: SendRecorded): Promise<string> {
  const body = bodyText(exchange.request.body);
  if (body === null || exchange.request.body.kept !== 'whole')
    throw notReplayable('its request body was not kept whole');
  if (!isLoopbackHost(new URL(exchange.origin).hostname))
    throw notReplayable(`${exchange.origin} is not on this machine`);
  const request = {
    method: exchange.request.method,
    origin: exchange.origin,
    target: exchange.request.target,
    headers: withoutKeepAlive(exchange.request.headers.flat()),
    body,
  };
  const { exchangeId } = await send(request, {
    service: 'replay',
    tags: [...exchange.tags, `replay-of:${exchange.id}`],
  });
  return exchangeId;
}

function notReplayable(why: string): GatehouseError {
  return new GatehouseError('exchange.not-replayable', `The exchange cannot be sent again: ${why}.`, {
    fix: 'Copy it as cURL and send it by hand.',
  });
}

/** One request a connection: the server is asked to close, or the answer's end would be unknown to some. */
function withoutKeepAlive(flat: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (let index = 0; index + 1 < flat.length; index += 2) {
    const name = flat[index] ?? '';
    if (name.toLowerCase() !== 'connection') kept.push(name, flat[index + 1] ?? '');
  }
  return [...kept, 'Connection', 'close'];
}
