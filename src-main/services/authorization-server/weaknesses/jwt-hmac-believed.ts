import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';
import { believe, foreignToken } from './believe-claims.ts';
import { isKeyedWithPublicKey } from './public-key-as-secret.ts';

/** Verifies with the algorithm that the token names, and its public key for the secret of an HMAC. */
export const jwtHmacBelieved: Weakness<TokenContext> = {
  id: 'jwt-hmac-believed',
  pipeline: 'token.validate_bearer',
  step: 'token-known',
  title: 'JWT access token with HS256 and the public key believed',
  clause: 'RFC 8725 §3.1',
  instead: (context, original) => {
    const token = foreignToken(context);
    if (token === null || token.header['alg'] !== 'HS256' || !isKeyed(context, token.text)) return original();
    believe(context, token);
    return undefined;
  },
};

function isKeyed({ runtime, settings, nowMillis }: TokenContext, text: string): boolean {
  const keys = runtime.keys.published(nowMillis, settings.keyOverlapSeconds);
  return keys.some(({ publicJwk }) => isKeyedWithPublicKey(text, { ...publicJwk }));
}
