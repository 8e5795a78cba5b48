import type { Has } from './flaws.ts';
import type { Client } from './state.ts';

/** True if a client may be answered at an address. RFC 9700 §2.1, RFC 8252 §7.3 */
export function isRegistered(client: Client, uri: string, has: Has): boolean {
  return client.redirectUris.some((registered) => matches(registered, uri, has));
}

function matches(registered: string, uri: string, has: Has): boolean {
  if (registered === uri) return true;
  if (!has('redirect-loopback-port-fixed') && isSameLoopback(registered, uri)) return true;
  if (has('redirect-prefix') && uri.startsWith(registered)) return true;
  if (has('redirect-any-case') && uri.toLowerCase() === registered.toLowerCase()) return true;
  if (!URL.canParse(uri)) return false;
  const [own, other] = [new URL(registered), new URL(uri)];
  const isSamePlace = own.pathname + own.search === other.pathname + other.search;
  if (has('redirect-not-checked')) return true;
  if (has('redirect-host-only')) return own.hostname === other.hostname;
  if (has('redirect-origin-prefix')) return uri.startsWith(own.origin) && isSamePlace;
  if (has('redirect-host-ending'))
    return own.protocol === other.protocol && other.host.endsWith(own.host) && isSamePlace;
  if (has('redirect-localhost'))
    return isLoopback(own) && isLoopback(other) && isSamePlace && own.protocol === other.protocol;
  return false;
}

/** The port of a loopback address is the client's choice, and nothing else. RFC 8252 §7.3 */
function isSameLoopback(registered: string, uri: string): boolean {
  const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\])(?::\d{1,5})?(\/.*)?$/;
  const [own, other] = [loopback.exec(registered), loopback.exec(uri)];
  return own !== null && other !== null && own[1] === other[1] && own[2] === other[2];
}

function isLoopback({ hostname }: URL): boolean {
  return ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}
