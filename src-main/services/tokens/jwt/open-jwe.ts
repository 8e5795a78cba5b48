import { hash, type KeyObject } from 'node:crypto';
import type { JWK } from 'jose';
import { GatehouseError } from '#shared/errors/index.ts';
import { readJsonObject } from '#shared/tokens/json-text.ts';
import { readPrivateKey } from './keys.ts';

type DecryptionKey = KeyObject | JWK | Uint8Array;

const maxKeys = 100;
/** Rounds of PBKDF2 that a token may ask for: each try of a key takes as long. RFC 7518 §4.8.1.2 */
const maxRounds = 1_000_000;

/**
 * Returns the content of a JWE, opened with the first key that fits; JSON is laid out. RFC 7516 §5.2
 * @throws token.unsuited, token.key-unreadable
 */
export async function openJwe(jwe: string, keys: readonly DecryptionKey[]): Promise<string> {
  const { compactDecrypt, errors } = await import('jose');
  const algorithm = await algorithmOf(jwe);
  const reasons = new Set<string>();
  for (const key of keys) {
    try {
      const options = { keyManagementAlgorithms: [algorithm], maxPBES2Count: maxRounds };
      const text = Buffer.from((await compactDecrypt(jwe, key, options)).plaintext).toString('utf8');
      return readJsonObject(text)?.pretty ?? text;
    } catch (error) {
      // No cause: what parsers say may repeat the key.
      if (error instanceof errors.JOSEError) reasons.add(error.message);
    }
  }
  const reason = reasons.size === 0 ? 'the key does not match this algorithm' : [...reasons].join('; ');
  throw new GatehouseError(
    'token.key-unreadable',
    `The key does not decrypt the token (${algorithm}): ${reason}.`,
    {
      fix: 'Use the private key or secret that the token was encrypted for.',
    },
  );
}

/** @throws token.unsuited */
async function algorithmOf(jwe: string): Promise<string> {
  const { decodeProtectedHeader } = await import('jose');
  try {
    const { alg, enc } = decodeProtectedHeader(jwe);
    if (typeof alg === 'string' && enc !== undefined) return alg;
  } catch {
    // Refused below, as a token that is not encrypted is.
  }
  throw new GatehouseError('token.unsuited', 'The token is not a JWE that Gatehouse can decrypt.', {
    fix: 'Inspect the token first to see its type.',
  });
}

/**
 * The keys of a text: a private JWK, one that is a secret, a JWK Set of them, or a private key as PEM.
 * @throws token.key-unreadable
 */
export function readDecryptionKeys(text: string): readonly DecryptionKey[] {
  const document = readJsonObject(text)?.value;
  if (document === undefined) return [readPrivateKey(text)];
  const { keys } = document;
  return Array.isArray(keys) ? (keys.slice(0, maxKeys) as readonly JWK[]) : [document];
}

/** The keys of a secret: its bytes, or the hash of them cut to a length. OpenID Connect Core §10.2 */
export function keysOfSecret(secret: string): readonly Uint8Array[] {
  const sha256 = hash('sha256', secret, 'buffer');
  return [
    Buffer.from(secret, 'utf8'),
    ...[16, 24, 32].map((bytes) => sha256.subarray(0, bytes)),
    hash('sha384', secret, 'buffer'),
    hash('sha512', secret, 'buffer'),
  ];
}
