import { z } from 'zod';
import { isLoopbackHost } from '../http/loopback.ts';

/** The host of an http URL, in brackets where it is an IPv6 address. RFC 3986 §3.2 */
const hostOf = /^http:\/\/(\[[^\]]*\]|[^/:?#@]*)(?=[/:?#]|$)/i;

/** An address that the server calls by itself: by https, or on this machine. */
export const calledUrlSchema = z
  .url({ protocol: /^https?$/ })
  .refine((url) => url.startsWith('https:') || isLoopbackHost(hostOf.exec(url)?.[1] ?? ''), {
    error: 'Use https. Only an address of this machine may use http.',
  });
