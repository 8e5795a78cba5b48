import type { Family } from '../stores/families.ts';
import { found, type TokenContext } from './context.ts';

/** Lifetime of the access tokens of this request's client, in seconds. */
export function accessLifetimeSeconds(context: TokenContext): number {
  return found(context.client).accessTokenLifetimeSeconds ?? context.settings.accessTokenLifetimeSeconds;
}

/** When a refresh token issued now to this request's client ends, in milliseconds; null where it does not. */
export function refreshExpiryMillis(context: TokenContext): number | null {
  const seconds =
    found(context.client).refreshTokenLifetimeSeconds ?? context.settings.refreshTokenLifetimeSeconds;
  return seconds === null ? null : context.nowMillis + seconds * 1_000;
}

/** Issues an access token for the scope of the context and keeps its hash. RFC 6749 §1.4. */
export function issueAccessToken(
  context: TokenContext,
  username: string | null,
  family: Family | null,
): string {
  const token = context.runtime.tokens.next();
  context.runtime.accessTokens.add(token, {
    clientId: found(context.client).clientId,
    username,
    scope: context.scope,
    issuedAtMillis: context.nowMillis,
    expiresAtMillis: context.nowMillis + accessLifetimeSeconds(context) * 1_000,
    family,
  });
  return token;
}

/** Issues a refresh token that ends at `expiresAtMillis` and keeps its hash; the answer waits for the commit. */
export function issueRefreshToken(
  context: TokenContext,
  family: Family,
  scope: string,
  expiresAtMillis: number | null,
): string {
  const token = context.runtime.tokens.next();
  context.runtime.refreshTokens.add(token, {
    clientId: family.clientId,
    username: family.username,
    scope,
    issuedAtMillis: context.nowMillis,
    expiresAtMillis,
    family,
    rolledAtMillis: null,
  });
  context.mustCommit = true;
  return token;
}

/** The JSON of a token response; `scope` is named only where it differs from what was asked for. RFC 6749 §5.1. */
export function tokenResponse(
  context: TokenContext,
  accessToken: string,
  refreshToken: string | null,
): string {
  const lifetime = accessLifetimeSeconds(context);
  const refresh = refreshToken === null ? '' : `,"refresh_token":"${refreshToken}"`;
  const scope =
    context.scopeDiffers && context.scope !== '' ? `,"scope":${JSON.stringify(context.scope)}` : '';
  return `{"access_token":"${accessToken}","token_type":"Bearer","expires_in":${lifetime}${refresh}${scope}}`;
}
