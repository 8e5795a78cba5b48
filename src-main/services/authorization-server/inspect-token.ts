import type { TokenReport } from '#shared/api/tokens.ts';
import type { Runtime } from './runtime.ts';
import type { AuthorizationCode } from './stores/codes.ts';
import type { RefreshToken } from './stores/refresh-tokens.ts';
import type { AccessToken } from './stores/token-table.ts';
import { isRevoked } from './tokens/token-state.ts';

type StoredToken = NonNullable<TokenReport['stored']>;

/**
 * Returns the server's knowledge of a token, refresh token or code; null where it never issued it or has forgotten
 * it.
 */
export function inspectToken(runtime: Runtime, token: string): StoredToken | null {
  const now = runtime.clock.nowMillis();
  const access = runtime.accessTokens.find(token);
  if (access !== undefined) return report('access_token', access, access.username, accessState(access, now));
  const refresh = runtime.refreshTokens.find(token);
  if (refresh !== undefined)
    return report('refresh_token', refresh, refresh.username, refreshState(refresh, now));
  const code = runtime.codes.find(token);
  if (code === undefined) return null;
  return report('authorization_code', code, code.subject.username, codeState(code, now));
}

interface Lifetime {
  readonly clientId: string;
  readonly scope: string;
  readonly issuedAtMillis: number;
  readonly expiresAtMillis: number | null;
}

function report(
  kind: StoredToken['kind'],
  entry: Lifetime,
  username: string | null,
  state: StoredToken['state'],
): StoredToken {
  const { clientId, scope, issuedAtMillis, expiresAtMillis } = entry;
  return { kind, state, clientId, username, scope, issuedAtMillis, expiresAtMillis };
}

function accessState(entry: AccessToken, nowMillis: number): StoredToken['state'] {
  if (isRevoked(entry)) return 'revoked';
  return entry.expiresAtMillis <= nowMillis ? 'expired' : 'valid';
}

function refreshState(entry: RefreshToken, nowMillis: number): StoredToken['state'] {
  if (entry.family.revoked) return 'revoked';
  if (entry.rolledAtMillis !== null) return 'rolled';
  return entry.expiresAtMillis !== null && entry.expiresAtMillis <= nowMillis ? 'expired' : 'valid';
}

function codeState(entry: AuthorizationCode, nowMillis: number): StoredToken['state'] {
  if (entry.used) return 'used';
  return entry.expiresAtMillis <= nowMillis ? 'expired' : 'valid';
}
