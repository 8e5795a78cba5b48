import type { errors, JSONWebKeySet } from 'jose';
import { unverifiedHeader } from '#main/platform/unverified-jwt.ts';
import { utf8Decode } from '#shared/oauth/index.ts';
import { parsedJson } from '#shared/text/decoding.ts';
import { keyAlgorithms } from '#shared/tokens/algorithms.ts';
import { isObject } from '../is-object.ts';
import { loadJose } from '../load-jose.ts';
import type { CallbackContext } from './callback-context.ts';
import { keysOf } from './key-set.ts';
import { providerFailed } from './provider-refusal.ts';

/**
 * Signatures that prove their author. Never `none`, and no HMAC: a verifier of an HMAC can also create one,
 * and a published key must not serve as its secret. RFC 8725 §3.1 and §3.2
 */
const algorithms: ReadonlySet<string> = new Set([...keyAlgorithms, 'Ed25519']);

/** @throws ProviderRefusal where the ID token cannot be read or is signed in a way that proves nothing */
export function checkAlgorithm(context: CallbackContext): void {
  const algorithm = algorithmOf(context.idToken);
  if (!algorithms.has(algorithm)) {
    throw providerFailed('The ID token is not signed with a supported algorithm.', {
      want: [...algorithms].join(' '),
      got: algorithm,
    });
  }
  context.algorithm = algorithm;
}

function algorithmOf(token: string): string {
  try {
    const { alg } = unverifiedHeader(token);
    return typeof alg === 'string' ? alg : 'none';
  } catch {
    throw providerFailed('The ID token is not a JWT that can be decoded.');
  }
}

/**
 * Verifies the ID token with the keys of the provider. Where none of those in hand is the one that it names, the
 * provider may have rotated: they are fetched once more. OpenID Connect Core §3.1.3.7 and §10.1.1
 * @throws ProviderRefusal where no key verifies it
 */
export async function checkSignature(context: CallbackContext): Promise<void> {
  const { idToken, algorithm } = context;
  const { keys, isFresh } = await keysOf(context, false);
  let payload = await verify(idToken, algorithm, keys);
  if (payload === 'no key' && !isFresh)
    payload = await verify(idToken, algorithm, (await keysOf(context, true)).keys);
  if (payload === 'no key') throw providerFailed('The provider publishes no key that matches the ID token.');
  if (payload === 'wrong') throw providerFailed('The signature of the ID token is wrong.');
  context.claims = readClaims(payload);
}

type Verified = Uint8Array | 'no key' | 'wrong';

async function verify(token: string, algorithm: string, keys: JSONWebKeySet): Promise<Verified> {
  const jose = await loadJose();
  try {
    return (await jose.compactVerify(token, jose.createLocalJWKSet(keys), { algorithms: [algorithm] }))
      .payload;
  } catch (error) {
    if (error instanceof jose.errors.JWKSNoMatchingKey) return 'no key';
    if (error instanceof jose.errors.JWKSMultipleMatchingKeys) return verifyWithAny(token, algorithm, error);
    return asWrong(error, jose.errors);
  }
}

/** Without a `kid`, each key that fits is tried. */
async function verifyWithAny(
  token: string,
  algorithm: string,
  candidates: errors.JWKSMultipleMatchingKeys,
): Promise<Verified> {
  const jose = await loadJose();
  for await (const key of candidates) {
    try {
      return (await jose.compactVerify(token, key, { algorithms: [algorithm] })).payload;
    } catch (error) {
      asWrong(error, jose.errors);
    }
  }
  return 'wrong';
}

/** @throws whatever is not about the token or its key */
function asWrong(error: unknown, known: typeof errors): 'wrong' {
  // A published key that cannot be imported verifies nothing.
  if (error instanceof known.JOSEError || error instanceof TypeError || error instanceof DOMException)
    return 'wrong';
  throw error;
}

function readClaims(payload: Uint8Array): Readonly<Record<string, unknown>> {
  const claims = parsedJson(utf8Decode(payload) ?? '');
  if (isObject(claims)) return claims;
  throw providerFailed('The ID token does not contain a JSON object.');
}
