import { ConnectorFailure } from '../failure.ts';
import type { AuthenticationKit } from './authenticator.ts';
import { readSigningKey } from './signing-key.ts';
import type { TimedToken } from './token-source.ts';

/** How long a JWT is valid where jwtExpiration is not set, in minutes. */
const usualMinutes = 5;

/** Creates a JWT of jwtClaims followed by `more`; iat and exp are added. RFC 7519 §4.1 */
export async function signJwt(
  kit: AuthenticationKit,
  more: Readonly<Record<string, string>> = {},
): Promise<TimedToken> {
  const { properties, secret, clock } = kit;
  const { algorithm, key, header } = readSigningKey(properties, secret);
  const issuedAtMillis = clock.nowMillis();
  const iat = Math.floor(issuedAtMillis / 1_000);
  const exp = iat + (properties.jwtExpiration ?? usualMinutes) * 60;
  const claims = { ...more, ...properties.jwtClaims, iat, exp };
  const { SignJWT } = await import('jose');
  try {
    const jwt = new SignJWT(claims).setProtectedHeader({ alg: algorithm, typ: 'JWT', ...header });
    return { token: await jwt.sign(key), issuedAtMillis, expiresAtMillis: exp * 1_000 };
  } catch (cause) {
    throw new ConnectorFailure('CONFIGURATION', `The key does not support ${algorithm}.`, {
      fix: 'Use an RSA key of 2,048 bits or more, an EC key, Ed25519, or a secret that is not blank.',
      cause,
    });
  }
}
