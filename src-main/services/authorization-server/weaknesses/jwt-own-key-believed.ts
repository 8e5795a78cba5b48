import type { JWK } from 'jose';
import type { Weakness } from '#main/platform/pipeline.ts';
import { isSignedWith } from '../foreign-jwt.ts';
import { call } from '../outgoing-call.ts';
import type { TokenContext } from '../token/context.ts';
import { believe, type ForeignToken, foreignToken } from './believe-claims.ts';

/** Verifies with the key in the header of the token, or at the address that stands there. */
export const jwtOwnKeyBelieved: Weakness<TokenContext> = {
  id: 'jwt-own-key-believed',
  pipeline: 'token.validate_bearer',
  step: 'token-known',
  title: 'JWT access token verified with the key that it brings',
  clause: 'RFC 8725 §3.10',
  instead: async (context, original) => {
    const token = foreignToken(context);
    const isProved = token !== null && (await verifies(token, await keysOf(context, token)));
    if (token === null || !isProved) return original();
    believe(context, token);
  },
};

async function keysOf({ runtime }: TokenContext, { header }: ForeignToken): Promise<readonly JWK[]> {
  const { jwk, jku } = header;
  if (typeof jwk === 'object' && jwk !== null) return [jwk];
  if (typeof jku !== 'string' || URL.parse(jku) === null) return [];
  try {
    const answer = await call(runtime, {
      method: 'GET',
      url: jku,
      headers: [],
      timeoutMillis: 5_000,
      tags: [],
    });
    return (JSON.parse(answer.text) as { readonly keys?: readonly JWK[] }).keys ?? [];
  } catch {
    return [];
  }
}

async function verifies({ text, header }: ForeignToken, keys: readonly JWK[]): Promise<boolean> {
  for (const key of keys) if (await isSignedWith(text, key, String(header['alg']))) return true;
  return false;
}
