import type { JsonWebKey, KeyObject } from 'node:crypto';
import type { JWK } from 'jose';
import { keyFits } from '#main/platform/jws-signatures.ts';
import { privateKeyOf, requireSupported } from '#main/platform/key-kinds.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { PlayFailure } from './play-failure.ts';
import type { SigningClient } from './target.ts';

/** The claims of a JWT that a client signs, and its `typ`. */
export interface ClientClaims {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly typ?: string;
}

/**
 * A JWT that a client signs with its own private key. RFC 7515 §5.1
 * @throws PlayFailure where the key cannot sign
 */
export async function signAsClient(
  client: SigningClient,
  privateKey: string,
  { claims, typ }: ClientClaims,
): Promise<string> {
  const { SignJWT, importJWK } = await import('jose');
  const { privateKeyId: kid } = client;
  let alg = client.privateKeyAlgorithm;
  const text = privateKey.trim();
  if (!/^(?:\{|-----BEGIN )/.test(text))
    throw new PlayFailure(`The private key of ${client.clientId} is neither a JWK nor PEM.`);
  try {
    // Of PEM, jose reads PKCS #8 alone.
    const jwk = text.startsWith('{') ? (JSON.parse(text) as JsonWebKey) : null;
    requireSupported(jwk ?? text);
    alg = algorithmOf(privateKeyOf(jwk ?? text), alg);
    const key = jwk === null ? privateKeyOf(text) : await importJWK(jwk as JWK, alg);
    return await new SignJWT({ ...claims })
      .setProtectedHeader({
        alg,
        ...(kid === null ? {} : { kid }),
        ...(typ === undefined ? {} : { typ }),
      })
      .sign(key);
  } catch (error) {
    const why = error instanceof GatehouseError ? error.message : String(error);
    throw new PlayFailure(`The private key of ${client.clientId} cannot sign with ${alg}: ${why}`);
  }
}

/** The algorithm that is named where it fits the key, else the usual one of such a key. RFC 8725 §3.1 */
function algorithmOf(key: KeyObject, named: string): string {
  const usual = ['RS256', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA'];
  return [named, ...usual].find((alg) => keyFits(alg, key)) ?? named;
}

/**
 * A JWT that a client signs with its secret, where it has no key. OpenID Connect Core §10.1
 * @throws PlayFailure where it cannot
 */
export async function signWithSecret(
  client: SigningClient,
  secret: string,
  { claims, typ }: ClientClaims,
): Promise<string> {
  const { SignJWT } = await import('jose');
  try {
    return await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256', ...(typ === undefined ? {} : { typ }) })
      .sign(new TextEncoder().encode(secret));
  } catch (error) {
    throw new PlayFailure(`The secret of ${client.clientId} cannot sign with HS256: ${String(error)}`);
  }
}
