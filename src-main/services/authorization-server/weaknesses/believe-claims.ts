import { unverifiedClaims, unverifiedHeader } from '#main/platform/unverified-jwt.ts';
import { formValue } from '#shared/oauth/index.ts';
import type { TokenContext } from '../token/context.ts';

/** A token that looks like a JWT, taken apart. */
export interface ForeignToken {
  readonly text: string;
  readonly header: Readonly<Record<string, unknown>>;
}

/** The JWT that a validation asks about, where the server never issued it; null where it is none. */
export function foreignToken({ form, runtime }: TokenContext): ForeignToken | null {
  const text = formValue(form, 'token') ?? '';
  if (text.split('.').length !== 3 || runtime.accessTokens.find(text) !== undefined) return null;
  try {
    return { text, header: unverifiedHeader(text) };
  } catch {
    return null;
  }
}

/** Takes the claims of a token for what the server knows of it. */
export function believe(context: TokenContext, { text }: ForeignToken): void {
  const claims = unverifiedClaims(text);
  const words = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '');
  const { exp } = claims;
  context.validated = {
    clientId: words('client_id'),
    username: words('sub'),
    scope: words('scope'),
    issuedAtMillis: context.nowMillis,
    expiresAtMillis: typeof exp === 'number' ? exp * 1_000 : context.nowMillis + 3_600_000,
    family: null,
    audience: null,
    boundTo: null,
    revoked: false,
  };
}
