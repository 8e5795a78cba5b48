import { createPublicKey, createSecretKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { privateKeyOf, publicKeyOf, requireSupported } from '#main/platform/key-kinds.ts';
import type { TokenKey } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';

/** A key with which a signature may be verified. */
export interface CandidateKey {
  readonly kid: string | null;
  /** Public, or a secret. */
  readonly key: KeyObject;
  /** The use that the JWK states. RFC 7517 §4.2 and §4.4 */
  readonly use: string | null;
  readonly algorithm: string | null;
  /** Where it comes from, in words. */
  readonly origin: string;
}

const pemBlock = /-----BEGIN ([A-Z0-9 ]+)-----[^-]*-----END \1-----/g;
const maxKeys = 100;

function unreadable(message: string, fix: string): GatehouseError {
  // No cause: the messages of the parsers repeat what they read.
  return new GatehouseError('token.key-unreadable', message, { fix });
}

/** The public part of a key as a JWK with nothing in it but the key; null where it has no such form. RFC 7517 §4 */
export function publicJwkOf(key: KeyObject): JsonWebKey | null {
  return attempt(() => (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' }));
}

/**
 * SHA-256 thumbprint of a public key; null for a secret, which it would help to guess, and for a key without a form as a
 * JWK, such as one of DSA. RFC 7638 §3, §7
 */
export async function thumbprintOf(key: KeyObject): Promise<string | null> {
  const jwk = key.type === 'secret' ? null : publicJwkOf(key);
  if (jwk === null) return null;
  const { calculateJwkThumbprint } = await import('jose');
  return calculateJwkThumbprint(jwk);
}

/** Of what type and size a key is, in words. */
export function typeOfKey({ asymmetricKeyType, asymmetricKeyDetails: details }: KeyObject): string {
  const size = details?.modulusLength ?? details?.namedCurve ?? '';
  return asymmetricKeyType === undefined ? 'secret' : `${asymmetricKeyType.toUpperCase()} ${size}`.trim();
}

/** A key in words, without its secret parts. */
export async function viewOfKey({ kid, key, origin }: CandidateKey): Promise<TokenKey> {
  return { kid, type: typeOfKey(key), thumbprint: await thumbprintOf(key), origin };
}

/**
 * Reads the keys of a text: a JWK, a JWK Set, or PEM with public keys, private ones or certificates; one that cannot be
 * read is passed over where another can. Not with jose, which imports a key for one algorithm: here a key is read before it
 * is known what it is for.
 * @throws token.key-unreadable, key.unsupported
 */
export function readKeys(text: string, origin: string): readonly CandidateKey[] {
  const unsupported: GatehouseError[] = [];
  const isJson = text.trim().startsWith('{');
  const keys = isJson ? keysOfJson(text, origin, unsupported) : keysOfPem(text, origin);
  if (keys.length > 0) return keys;
  if (!isJson) requireSupported(text);
  if (unsupported[0] !== undefined) throw unsupported[0];
  throw unreadable(`${origin} contains no valid key.`, 'Use a JWK, a JWK Set, or PEM.');
}

function keysOfPem(text: string, origin: string): readonly CandidateKey[] {
  return [...text.matchAll(pemBlock)].slice(0, maxKeys).flatMap(([block]) => {
    const key = attempt(() => publicKeyOf(block));
    return key === null ? [] : [{ kid: null, key, use: null, algorithm: null, origin }];
  });
}

function keysOfJson(text: string, origin: string, unsupported: GatehouseError[]): readonly CandidateKey[] {
  const document = attempt(() => JSON.parse(text) as unknown);
  const all = memberOf(document, 'keys');
  const jwks = Array.isArray(all) ? (all as readonly unknown[]) : [document];
  return jwks.slice(0, maxKeys).flatMap((jwk) => {
    const key = attempt(() => keyOfJwk(jwk), unsupported);
    const member = (name: string) => {
      const value = memberOf(jwk, name);
      return typeof value === 'string' ? value : null;
    };
    return key === null
      ? []
      : [{ kid: member('kid'), key, use: member('use'), algorithm: member('alg'), origin }];
  });
}

function keyOfJwk(jwk: unknown): KeyObject {
  const secret = memberOf(jwk, 'k');
  if (memberOf(jwk, 'kty') === 'oct' && typeof secret === 'string')
    return createSecretKey(Buffer.from(secret, 'base64url'));
  return publicKeyOf(Object(jwk) as JsonWebKey);
}

/**
 * Reads a private key: a JWK, or PEM without a passphrase.
 * @throws token.key-unreadable, key.unsupported
 */
export function readPrivateKey(text: string): KeyObject {
  const trimmed = text.trim();
  const unsupported: GatehouseError[] = [];
  const key = attempt(
    () => privateKeyOf(trimmed.startsWith('{') ? (JSON.parse(trimmed) as JsonWebKey) : trimmed),
    unsupported,
  );
  if (key !== null) return key;
  if (unsupported[0] !== undefined) throw unsupported[0];
  throw unreadable(
    'The text is not a valid private key.',
    'Paste a private key as PEM without a passphrase, or as a JWK.',
  );
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

function attempt<T>(make: () => T, unsupported: GatehouseError[] = []): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof GatehouseError) unsupported.push(error);
    return null;
  }
}
