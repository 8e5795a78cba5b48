import { makeSignature } from '#main/platform/jws-signatures.ts';
import { ConnectorFailure } from '../failure.ts';
import type { AuthenticationKit } from './authenticator.ts';
import { readSigningKey } from './signing-key.ts';
import type { TimedToken } from './token-source.ts';

/** How long a JWT is valid where jwtExpiration is not set, in minutes. */
const usualMinutes = 5;

/** Makes a JWT of jwtClaims and `more`, which stand behind them; iat and exp are put in. RFC 7519 §4.1 */
export function signJwt(kit: AuthenticationKit, more: Readonly<Record<string, string>> = {}): TimedToken {
  const { properties, secret, clock } = kit;
  const { algorithm, key, header } = readSigningKey(properties, secret);
  const issuedAtMillis = clock.nowMillis();
  const iat = Math.floor(issuedAtMillis / 1_000);
  const exp = iat + (properties.jwtExpiration ?? usualMinutes) * 60;
  const claims = { ...more, ...properties.jwtClaims, iat, exp };
  const input = `${encode({ alg: algorithm, typ: 'JWT', ...header })}.${encode(claims)}`;
  try {
    const signature = makeSignature(algorithm, key, input).toString('base64url');
    return { token: `${input}.${signature}`, issuedAtMillis, expiresAtMillis: exp * 1_000 };
  } catch (cause) {
    throw new ConnectorFailure('CONFIGURATION', `The key cannot sign with ${algorithm}.`, {
      fix: 'It may be too small: use a larger key, or another jwtAlgorithm.',
      cause,
    });
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64url');
}
