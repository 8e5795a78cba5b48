import type { Protocol } from 'devtools-protocol';
import type { PlayCookie } from '#main/services/flow-player/index.ts';
import type { Cookie } from './protocol.ts';

/** A cookie as the browser is given it. */
export function cookieParam({
  name,
  value,
  domain,
  path,
  isSecure,
  isHttpOnly,
  sameSite,
}: PlayCookie): Protocol.Network.CookieParam {
  // A cookie of one host is set by an address: a domain would include others.
  const place = domain.startsWith('.')
    ? { domain }
    : { url: `${isSecure ? 'https' : 'http'}://${domain}${path}` };
  return {
    name,
    value,
    path,
    secure: isSecure,
    httpOnly: isHttpOnly,
    ...(sameSite === undefined ? {} : { sameSite }),
    ...place,
  };
}

/** A cookie as the browser tells it. */
export function playCookie({ name, value, domain, path, secure, httpOnly, sameSite }: Cookie): PlayCookie {
  return {
    name,
    value,
    domain,
    path,
    isSecure: secure,
    isHttpOnly: httpOnly,
    ...(sameSite === undefined ? {} : { sameSite }),
  };
}
