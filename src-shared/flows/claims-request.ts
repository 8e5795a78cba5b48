import { z } from 'zod';
import { parsedJson } from '../text/decoding.ts';

/** How a single claim is asked for. OpenID Connect Core §5.5.1 */
const claimRequestSchema = z
  .looseObject({
    essential: z.boolean().optional().describe('Whether the claim is essential.'),
    value: z.unknown().optional().describe('The required value.'),
    values: z.array(z.unknown()).optional().describe('The accepted values.'),
  })
  .nullable();

const claimSetSchema = z.record(z.string(), claimRequestSchema);

/** The `claims` parameter: which claims are asked for, and where they are to be found. OpenID Connect Core §5.5 */
export const claimsRequestSchema = z.looseObject({
  userinfo: claimSetSchema.nullable().optional().describe('Claims of the userinfo response.'),
  id_token: claimSetSchema.nullable().optional().describe('Claims of the ID token.'),
});

export type ClaimsRequest = z.infer<typeof claimsRequestSchema>;

/** The fault of a claims request as it is typed. */
export type ClaimsProblem =
  | { readonly kind: 'no-json' }
  /** A member that OpenID Connect Core §5.5 does not allow so, as `id_token.email`. */
  | { readonly kind: 'wrong-member'; readonly path: string };

/** Reads a claims request; an empty text is none. OpenID Connect Core §5.5 */
export function readClaims(text: string): ClaimsRequest | ClaimsProblem | undefined {
  if (text.trim() === '') return undefined;
  const value = parsedJson(text);
  if (value === undefined) return { kind: 'no-json' };
  const parsed = claimsRequestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.join('.') ?? '';
  return { kind: 'wrong-member', path };
}

/** True of a reading that is a problem. */
export function isClaimsProblem(read: ClaimsRequest | ClaimsProblem | undefined): read is ClaimsProblem {
  return read !== undefined && (read['kind'] === 'no-json' || read['kind'] === 'wrong-member');
}
