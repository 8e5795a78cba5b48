import type { ClientCheckId } from '#shared/flows/index.ts';
import { type ClientCheck, failed, passed } from './check.ts';
import type { IdTokenSeen } from './id-token-seen.ts';

/** A claim that a renewed ID token has to keep. OpenID Connect Core §12.2 */
function kept(
  id: ClientCheckId,
  claim: 'iss' | 'sub' | 'aud' | 'auth_time' | 'nonce',
  title: string,
  isOptional = false,
): ClientCheck<IdTokenSeen> {
  return {
    id,
    title,
    clause: 'OpenID Connect Core §12.2',
    run({ claims, earlier }) {
      if (earlier === null || (isOptional && claims[claim] === undefined)) return null;
      return same(claims[claim], earlier[claim])
        ? passed(`Its ${claim} matches the first ID token.`)
        : failed(`Its ${claim} does not match the first ID token.`);
    },
  };
}

/** An audience is a set, and a single one may be written without a list. RFC 7519 §4.1.3 */
function same(one: unknown, other: unknown): boolean {
  const texts = (value: unknown) =>
    (Array.isArray(value) ? (value as readonly unknown[]) : [value]).map(
      (each) => JSON.stringify(each) ?? '',
    );
  const [left, right] = [new Set(texts(one)), new Set(texts(other))];
  return left.size === right.size && [...left].every((each) => right.has(each));
}

/** The checks of an ID token that came for a refresh token. */
export const refreshedIdTokenChecks: readonly ClientCheck<IdTokenSeen>[] = [
  kept('refreshed-issuer', 'iss', 'Issuer matches the first ID token'),
  kept('refreshed-subject', 'sub', 'User matches the first ID token'),
  kept('refreshed-audience', 'aud', 'Audience matches the first ID token'),
  kept('refreshed-auth-time', 'auth_time', 'Sign-in time matches the first ID token', true),
  kept('refreshed-nonce', 'nonce', 'Nonce matches the first ID token', true),
];
