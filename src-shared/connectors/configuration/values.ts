import { z } from 'zod';
import { secretValueSchema } from '../../workspace/secret.ts';

/** One of some words in upper or lower case. Real configurations write methods and types in either. */
export function caseless<const Word extends string>(words: readonly [Word, ...Word[]], what: string) {
  const known: ReadonlyMap<string, Word> = new Map(words.map((word) => [word.toLowerCase(), word]));
  return z
    .string()
    .transform((text, context): Word => {
      const word = known.get(text.toLowerCase());
      if (word !== undefined) return word;
      context.issues.push({
        code: 'invalid_value',
        values: [...words],
        input: text,
        message: `“${text}” is not ${what}`,
      });
      return z.NEVER;
    })
    .meta({ enum: [...words, ...words.map((word) => word.toLowerCase())] });
}

/** A text; absent or null: null. */
export const text = z.string().nullable().default(null);

/** A secret in whatever form the workspace holds it; absent or null: null. */
export const secret = z
  .union([secretValueSchema, z.literal('')])
  .nullable()
  .default(null);

const noKey = { error: 'is not a secret or a JWK with a kty' };

/** A JWK says of which type it is. RFC 7517 §4.1 */
function isKey({ kty }: Readonly<Record<string, unknown>>): boolean {
  return typeof kty === 'string';
}

/** A secret that is a JWK, as an object or in one of the forms of secrets; absent or null: null. */
export const secretKey = z
  .union([secretValueSchema, z.literal(''), z.record(z.string(), z.json()).refine(isKey, noKey)])
  .nullable()
  .default(null);

/** A whole number, which configurations may write as text too. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
  return z
    .union([z.number(), z.string().regex(/^\s*-?\d+\s*$/, { error: 'is not a whole number' })])
    .transform(Number)
    .pipe(z.int().min(min).max(max));
}

/** True or false, which configurations may write as text too; absent or null: `otherwise`. */
export function flag(otherwise: boolean) {
  return z
    .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')])
    .nullable()
    .default(otherwise)
    .transform((value) => value ?? otherwise);
}

/** A map of texts; numbers and booleans are taken as they are written. */
export const texts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String));

/** Texts by names; absent or null: none. */
export const textMap = texts
  .nullable()
  .default({})
  .transform((map) => map ?? {});

/** Any JSON. */
export const anyJson = z.json();
