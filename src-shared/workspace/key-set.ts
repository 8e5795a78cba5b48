import { z } from 'zod';

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
