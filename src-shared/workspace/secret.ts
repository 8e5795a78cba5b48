import { z } from 'zod';

/** Names that stored secrets may have. */
export const secretNamePattern = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * How a workspace file holds a secret: a reference to a stored one (`{"$secret":"name"}` or `&{name}`), or clear text,
 * which is reported. DESIGN.md §5.
 */
export const secretValueSchema = z.union([
  z.strictObject({ $secret: z.string().regex(secretNamePattern) }),
  z.string().min(1),
]);

export type SecretValue = z.infer<typeof secretValueSchema>;

/** A secret value taken apart: the name of a stored secret, or the text itself. */
export type ParsedSecret = { readonly name: string } | { readonly text: string };

/** Reads `{"$secret":"name"}`, `&{name}` and clear text. */
export function parseSecretValue(value: SecretValue): ParsedSecret {
  if (typeof value !== 'string') return { name: value.$secret };
  const substituted = /^&\{([A-Za-z0-9._-]{1,128})\}$/.exec(value)?.[1];
  return substituted === undefined ? { text: value } : { name: substituted };
}
