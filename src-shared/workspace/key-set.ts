import { z } from 'zod';
import { isLoopbackHost } from '../http/loopback.ts';

/** The host of an http URL, in brackets where it is an IPv6 address. RFC 3986 §3.2 */
const hostOf = /^http:\/\/(\[[^\]]*\]|[^/:?#@]*)(?=[/:?#]|$)/i;

/** Where a key set is fetched from: by https, or on this machine. RFC 7517 §5 */
export const keySetUriSchema = z
  .url({ protocol: /^https?$/ })
  .refine((url) => url.startsWith('https:') || isLoopbackHost(hostOf.exec(url)?.[1] ?? ''), {
    error: 'Use https. Only an address of this machine may use http.',
  });

/** A set of public keys; `whose` ends the description of its list. RFC 7517 §5 */
export function publicKeySetSchema(whose: string) {
  return z.object({
    keys: z
      .array(
        z
          .looseObject({
            kty: z.string().describe('Key type. Further members are those of RFC 7517.'),
          })
          .refine((key) => !('d' in key || 'k' in key), {
            error: 'Only public keys may be here. Remove the private members of the key.',
          }),
      )
      .describe(`Keys of the ${whose}. RFC 7517 §5`),
  });
}
