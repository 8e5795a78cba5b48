import { createHmac, createPublicKey } from 'node:crypto';
import type { Weakness } from '#main/platform/pipeline.ts';
import { isSameSecret } from '../authorize/browser-binding.ts';
import type { TokenContext } from '../token/context.ts';
import { believe, foreignToken } from './believe-claims.ts';

/** Verifies with the algorithm that the token names, and its public key for the secret of an HMAC. */
export const jwtHmacBelieved: Weakness<TokenContext> = {
  id: 'jwt-hmac-believed',
  pipeline: 'token.validate_bearer',
  step: 'token-known',
  title: 'JWT access token with HS256 and the public key believed',
  clause: 'RFC 8725 §3.1',
  instead: (context, original) => {
    const token = foreignToken(context);
    if (token === null || token.header['alg'] !== 'HS256' || !isKeyedWithPublicKey(context, token.text))
      return original();
    believe(context, token);
    return undefined;
  },
};

function isKeyedWithPublicKey({ runtime, settings, nowMillis }: TokenContext, text: string): boolean {
  const [header = '', payload = '', signature = ''] = text.split('.');
  return runtime.keys.published(nowMillis, settings.keyOverlapSeconds).some(({ publicJwk }) => {
    const secret = createPublicKey({ key: { ...publicJwk }, format: 'jwk' }).export({
      type: 'spki',
      format: 'pem',
    });
    const expected = createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url');
    return isSameSecret(signature, expected);
  });
}
