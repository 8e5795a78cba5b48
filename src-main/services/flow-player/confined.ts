import type { SendRecorded } from '#main/services/activity/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { PlayTarget } from './target.ts';

/** The code of a request that may not leave. */
export const strayCode = 'attack.other-origin';

/** Bytes of one request of a script that others wrote. */
const maxRequestBytes = 17 * 1_048_576;

/**
 * A sender that connects to these origins alone, and sends nothing beyond a size: for scripts that others wrote. A line
 * that asks a proxy for another server does not leave either. RFC 9112 §3.2.2, §3.2.3
 * @throws attack.other-origin
 */
export function confinedSend(send: SendRecorded, origins: readonly string[]): SendRecorded {
  const allowed = new Set(origins);
  return async (request, options) => {
    const bytes = Buffer.from(request.bytes ?? request.body);
    if (bytes.length > maxRequestBytes)
      throw stray(
        `The case sends a request of ${bytes.length} bytes. The limit is ${maxRequestBytes} bytes.`,
      );
    const named = [
      request.origin,
      ...absoluteTargets(`${request.method} ${request.target}\n${bytes.toString('latin1')}`),
    ];
    const other = named.map(originOf).find((origin) => !allowed.has(origin));
    if (other !== undefined)
      throw stray(`The case sends a request to ${other}, which is neither the server nor the canary.`);
    return send(request, options);
  };
}

/** The ports of a player with a sender that is confined; without origins as they are. */
export function confinedTo<Ports extends { readonly send: SendRecorded }>(
  origins: readonly string[] | undefined,
  ports: Ports,
): Ports {
  return origins === undefined ? ports : { ...ports, send: confinedSend(ports.send, origins) };
}

/** The origins of the endpoints of a server, and of the pages by which people sign in there. */
export function originsOf({
  endpoints,
  signIn,
}: Pick<PlayTarget, 'endpoints' | 'signIn'>): readonly string[] {
  const urls = [...(Object.values(endpoints) as readonly (string | null)[]), ...(signIn?.origins ?? [])];
  return [
    ...new Set(urls.flatMap((url) => (url !== null && URL.canParse(url) ? [new URL(url).origin] : []))),
  ];
}

/** Addresses in lines that a proxy would take for the first of a request. */
function absoluteTargets(text: string): readonly string[] {
  return text.split(/[\r\n]/).flatMap((line) => {
    const [method = '', target = ''] = line.trim().split(/[ \t\v\f]+/, 2);
    if (method === 'CONNECT') return [`https://${target}`];
    return method.includes(':') || !/^[a-z][a-z0-9+.-]*:[/\\]{2}/i.test(target) ? [] : [target];
  });
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}

function stray(message: string): GatehouseError {
  return new GatehouseError(strayCode, message, {
    fix: 'Use placeholders such as {{token_origin}}. Cases of a workspace can only reach the server and the canary.',
  });
}
