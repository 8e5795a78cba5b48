import { z } from 'zod';
import { isLoopbackHost } from '../http/loopback.ts';

/** The host of an http URL, in brackets where it is an IPv6 address. RFC 3986 §3.2 */
const hostOf = /^http:\/\/(\[[^\]]*\]|[^/:?#@]*)(?=[/:?#]|$)/i;

/** Where somebody publishes public keys: over TLS, except on this machine. RFC 7591 §2 */
export const jwksUriSchema = z
  .url({ protocol: /^https?$/ })
  .refine((url) => url.startsWith('https:') || isLoopbackHost(hostOf.exec(url)?.[1] ?? ''), {
    error: 'Use https. Only an address of this machine may use http.',
  });
