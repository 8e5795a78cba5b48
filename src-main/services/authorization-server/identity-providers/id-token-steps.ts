import { hash } from 'node:crypto';
import type { Step } from '#main/platform/pipeline.ts';
import { required } from '../token/context.ts';
import type { CallbackContext } from './callback-context.ts';
import { providerFailed } from './provider-refusal.ts';
import { checkAlgorithm, checkSignature } from './signature.ts';

/** The ID token is the provider's, for us, for now and for this sign-in. OpenID Connect Core §3.1.3.7 and §3.2.2.11 */
export const idTokenSteps: readonly Step<CallbackContext>[] = [
  {
    id: 'id-token-algorithm',
    rule: 'ID token is signed with its own key',
    clause: 'RFC 8725 §3.1',
    check: checkAlgorithm,
    describe: ({ algorithm }) => `ID token is signed with ${algorithm}`,
  },
  {
    id: 'id-token-signature',
    rule: 'Signature is by the identity provider',
    clause: 'OpenID Connect Core §3.1.3.7',
    check: checkSignature,
  },
  {
    id: 'id-token-issuer',
    rule: 'Issuer is the identity provider',
    clause: 'OpenID Connect Core §3.1.3.7',
    check: checkIssuer,
  },
  {
    id: 'id-token-audience',
    rule: 'Audience is this server',
    clause: 'OpenID Connect Core §3.1.3.7',
    check: checkAudience,
  },
  {
    id: 'id-token-party',
    rule: 'Authorized party is this server',
    clause: 'OpenID Connect Core §3.1.3.7',
    check: checkParty,
    applies: ({ claims }) => {
      const { aud, azp } = required(claims);
      return azp !== undefined || (Array.isArray(aud) && aud.length > 1);
    },
  },
  {
    id: 'id-token-time',
    rule: 'ID token is within its validity period',
    clause: 'OpenID Connect Core §3.1.3.7',
    check: checkTime,
  },
  {
    id: 'id-token-nonce',
    rule: 'nonce equals the one sent',
    clause: 'OpenID Connect Core §3.1.3.7',
    check: checkNonce,
  },
  {
    id: 'id-token-at-hash',
    rule: 'ID token belongs to the access token',
    clause: 'OpenID Connect Core §3.1.3.8',
    check: checkAccessTokenHash,
    applies: ({ claims, accessToken }) => accessToken !== null && required(claims)['at_hash'] !== undefined,
  },
  {
    id: 'id-token-auth-time',
    rule: 'Sign-in is recent enough for max_age',
    clause: 'OpenID Connect Core §3.1.3.7',
    check: checkAuthTime,
    applies: ({ transaction }) => required(transaction).request.maxAgeSeconds !== null,
  },
];

function checkIssuer({ claims, provider }: CallbackContext): void {
  const { issuer } = required(provider);
  const { iss } = required(claims);
  if (iss === issuer) return;
  throw providerFailed('The ID token is from another issuer.', { want: issuer, got: words(iss) });
}

function checkAudience({ claims, provider }: CallbackContext): void {
  const { clientId } = required(provider);
  const { aud } = required(claims);
  if (aud === clientId || (Array.isArray(aud) && aud.includes(clientId))) return;
  throw providerFailed('The ID token is for another audience.', { want: clientId, got: words(aud) });
}

function checkParty({ claims, provider }: CallbackContext): void {
  const { clientId } = required(provider);
  const { azp } = required(claims);
  if (azp === clientId) return;
  throw providerFailed('The ID token was issued to another party.', { want: clientId, got: words(azp) });
}

function checkTime({ claims, nowMillis, settings }: CallbackContext): void {
  const { exp, iat, nbf } = required(claims);
  const skewSeconds = settings.clockSkewSeconds;
  const nowSeconds = nowMillis / 1_000;
  if (typeof exp !== 'number' || nowSeconds >= exp + skewSeconds)
    throw providerFailed('The ID token has expired.', { want: `exp after ${nowSeconds}`, got: words(exp) });
  if (typeof iat !== 'number' || iat - skewSeconds > nowSeconds)
    throw providerFailed('The ID token was issued in the future. Check the clocks.', {
      want: `iat until ${nowSeconds}`,
      got: words(iat),
    });
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf - skewSeconds <= nowSeconds))
    throw providerFailed('The ID token is not valid yet.', { got: words(nbf) });
}

function checkNonce({ claims, away }: CallbackContext): void {
  const { nonce } = required(claims);
  if (nonce === required(away).nonce) return;
  throw providerFailed(
    nonce === undefined ? 'The ID token has no nonce.' : 'The ID token was issued for another sign-in.',
  );
}

function checkAccessTokenHash({ claims, accessToken, algorithm }: CallbackContext): void {
  const digest = hash(hashOf(algorithm), required(accessToken), 'buffer');
  const expected = digest.subarray(0, digest.length / 2).toString('base64url');
  if (required(claims)['at_hash'] === expected) return;
  throw providerFailed('The ID token was issued with another access token.');
}

/** The hash of a signature's algorithm; Ed25519 hashes with SHA-512. RFC 8032 §5.1 */
function hashOf(algorithm: string): string {
  const bits = /\d{3}$/.exec(algorithm)?.[0] ?? '512';
  return `sha${algorithm === 'Ed25519' ? '512' : bits}`;
}

function checkAuthTime({ claims, transaction, settings, nowMillis }: CallbackContext): void {
  const { auth_time: authTime } = required(claims);
  const maxAgeSeconds = required(transaction).request.maxAgeSeconds ?? 0;
  const oldest = nowMillis / 1_000 - maxAgeSeconds - settings.clockSkewSeconds;
  if (typeof authTime === 'number' && authTime >= oldest) return;
  throw providerFailed('The user signed in too long ago, or auth_time is missing.', {
    want: `auth_time from ${oldest}`,
    got: words(authTime),
  });
}

function words(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value).slice(0, 200);
}
