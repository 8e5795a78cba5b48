import type { Client } from '#shared/workspace/index.ts';
import { signJwt } from '../keys/sign-jwt.ts';
import type { Runtime } from '../runtime.ts';
import type { LogoutNotice } from './tell-clients.ts';

const lifetimeSeconds = 120;

/** The event that makes a JWT a logout token. OpenID Connect Back-Channel Logout §2.4 */
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/**
 * Makes a logout token. It has no nonce, so that it cannot be mistaken for an ID token. OpenID Connect Back-Channel
 * Logout §2.4
 */
export async function issueLogoutToken(
  runtime: Runtime,
  { clientId, idTokenAlgorithm }: Client,
  { username, sid }: LogoutNotice,
): Promise<string> {
  const nowMillis = runtime.clock.nowMillis();
  const key = await runtime.keys.current(idTokenAlgorithm, nowMillis);
  const issuedAt = Math.floor(nowMillis / 1_000);
  return signJwt(key, 'logout+jwt', {
    iss: runtime.issuer(),
    sub: username,
    aud: clientId,
    iat: issuedAt,
    exp: issuedAt + lifetimeSeconds,
    jti: runtime.tokens.next(),
    events: { [logoutEvent]: {} },
    sid,
  });
}
