import { createHash, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/** A key of a client, to which tokens are bound. */
export interface ProofKey {
  readonly algorithm: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
  readonly thumbprint: string;
}

type Changes = Readonly<Record<string, unknown>>;

/** Makes a key for proofs. */
export async function newProofKey(algorithm = 'ES256'): Promise<ProofKey> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  const jwk = await exportJWK(publicKey);
  return { algorithm, privateKey, jwk, thumbprint: await calculateJwkThumbprint(jwk) };
}

/** A proof as an honest client makes it, by a library that is not ours, changed in what a story is about. */
export function proofOf(
  { algorithm, privateKey, jwk }: ProofKey,
  claims: { readonly htm: string; readonly htu: string; readonly nowMillis: number } & Changes,
  header: Changes = {},
): Promise<string> {
  const { nowMillis, ...rest } = claims;
  return new SignJWT({ jti: randomUUID(), iat: Math.floor(nowMillis / 1_000), ...rest })
    .setProtectedHeader({ alg: algorithm, typ: 'dpop+jwt', jwk, ...header })
    .sign(privateKey);
}

/** `ath` of a token. RFC 9449 §4.2 */
export function athOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
