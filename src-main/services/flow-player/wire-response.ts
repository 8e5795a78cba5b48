import type { WireResponse } from '#shared/attacks/index.ts';
import type { SendOutcome } from './player.ts';
import type { PlayTarget } from './target.ts';

/** Converts the outcome of a request to the form that an oracle reads. */
export function wireResponse(
  { request, response, failure, durationMillis, exchangeId, drawn = '' }: SendOutcome,
  target: PlayTarget,
): WireResponse {
  const names = request.headers.filter((_part, index) => index % 2 === 0);
  return {
    status: response?.status ?? null,
    headers: response?.headers ?? [],
    body: (response?.body.toString('utf8') ?? '') + drawn,
    failure: failure?.message ?? null,
    durationMillis,
    exchangeId,
    request: {
      method: request.method,
      address: addressOf(request, target),
      hasAuthorization: names.some((name) => name.toLowerCase() === 'authorization'),
    },
  };
}

/** Which server a request went to, and its path there: the ports of a range are others in each play. */
function addressOf({ origin, target }: SendOutcome['request'], { endpoints }: PlayTarget): string {
  const isAt = (url: string | null) => url !== null && new URL(url).origin === origin;
  const own = [endpoints.authorization, endpoints.token, endpoints.metadata];
  const server = own.some(isAt) ? 'as' : isAt(endpoints.resource) ? 'rs' : 'elsewhere';
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  return `${server} ${path === '' ? '/' : path}`;
}
