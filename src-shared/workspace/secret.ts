import { z } from 'zod';

/** Names that stored secrets may have. */
export const secretNamePattern = /^[A-Za-z0-9._-]{1,128}$/;

/** A value that the modelled products encrypted or hashed, in their own form. */
const cryptoDocumentSchema = z.strictObject({
  $crypto: z.looseObject({ type: z.string(), value: z.record(z.string(), z.unknown()) }),
});

/**
 * How a workspace file holds a secret: a reference to a stored one (`{"$secret":"name"}` or `&{name}`), a `$crypto`
 * document, or clear text, which is sealed.
 */
export const secretValueSchema = z.union([
  z.strictObject({ $secret: z.string().regex(secretNamePattern) }),
  cryptoDocumentSchema,
  z.string().min(1),
]);

export type SecretValue = z.infer<typeof secretValueSchema>;
export type CryptoDocument = z.infer<typeof cryptoDocumentSchema>['$crypto'];

/** A secret value taken apart: the name of a stored secret, the text itself, or what is encrypted or hashed. */
export type ParsedSecret =
  | { readonly name: string }
  | { readonly text: string }
  | { readonly crypto: CryptoDocument };

/** Reads `{"$secret":"name"}`, `&{name}`, `{"$crypto":…}` and clear text. */
export function parseSecretValue(value: SecretValue): ParsedSecret {
  if (typeof value !== 'string')
    return '$crypto' in value ? { crypto: value.$crypto } : { name: value.$secret };
  const substituted = /^&\{([A-Za-z0-9._-]{1,128})\}$/.exec(value)?.[1];
  return substituted === undefined ? { text: value } : { name: substituted };
}
