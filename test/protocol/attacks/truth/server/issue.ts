import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { AccessToken, Grant, State } from './state.ts';
import { now, token } from './state.ts';

const lifetime = 300;

interface Issued {
  readonly clientId: string;
  readonly subject: string;
  readonly scope: readonly string[];
  readonly grant: Grant | null;
}

/** A signed access token. RFC 9068 §2 */
export async function issueAccessToken(
  state: State,
  { clientId, subject, scope, grant }: Issued,
): Promise<string> {
  const { issuer, privateKey, accessTokens, has } = state;
  const kept: AccessToken = {
    clientId,
    subject,
    scope,
    grant,
    expiresAt: now() + lifetime,
    isRevoked: false,
  };
  const jti = randomUUID();
  const value = has('access-tokens-counted')
    ? `access-${String(state.next()).padStart(10, '0')}`
    : await new SignJWT({ jti, client_id: clientId, scope: scope.join(' ') })
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'one' })
        .setIssuer(issuer)
        .setSubject(subject)
        .setAudience(`${issuer}/api`)
        .setIssuedAt()
        .setExpirationTime(kept.expiresAt)
        .sign(privateKey);
  accessTokens.set(value, kept);
  return value;
}

/** OpenID Connect Core §2 */
export async function issueIdToken(
  { issuer, privateKey }: State,
  { clientId, username }: Grant,
  nonce: string | null,
): Promise<string> {
  return new SignJWT(nonce === null ? {} : { nonce })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuer(issuer)
    .setSubject(username)
    .setAudience(clientId)
    .setIssuedAt()
    .setExpirationTime(now() + lifetime)
    .sign(privateKey);
}

/** A refresh token of a grant. RFC 9700 §4.14.2 */
export function issueRefreshToken({ refreshTokens }: State, grant: Grant): string {
  const value = token('refresh_');
  refreshTokens.set(value, { grant, isUsed: false });
  return value;
}

/** A token response, with the scope that was granted. RFC 6749 §5.1 */
export function tokenResponse(accessToken: string, scope: readonly string[], more: object = {}): object {
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: lifetime,
    ...(scope.length === 0 ? {} : { scope: scope.join(' ') }),
    ...more,
  };
}

/** An access token that may be used now; null: there is none of that name. */
export function goodAccessToken(
  { accessTokens, refreshTokens, has }: State,
  value: string,
): AccessToken | null {
  const found = accessTokens.get(value);
  const refresh = has('refresh-token-used') ? refreshTokens.get(value) : undefined;
  if (refresh !== undefined && !refresh.grant.isEnded) {
    const { grant } = refresh;
    const { clientId, username: subject, scope } = grant;
    return { clientId, subject, scope, grant, expiresAt: now() + 1, isRevoked: false };
  }
  if (found === undefined || found.isRevoked || found.grant?.isEnded === true) return null;
  return found.expiresAt > now() ? found : null;
}
