import { createHash, createPublicKey, createSecretKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { privateKeyOf, publicKeyOf, requireSupported } from '#main/platform/key-kinds.ts';
import type { TokenKey } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';

/** A key with which a signature may be verified. */
export interface CandidateKey {
  readonly kid: string | null;
  /** Public, or a secret. */
  readonly key: KeyObject;
  /** What the JWK says that it is for. RFC 7517 §4.2 and §4.4 */
  readonly use: string | null;
  readonly algorithm: string | null;
  /** Where it comes from, in words. */
  readonly origin: string;
}

const pemBlock = /-----BEGIN ([A-Z0-9 ]+)-----[^-]*-----END \1-----/g;
const mostKeys = 100;

function unreadable(message: string, fix: string): GatehouseError {
  // No cause: the messages of the parsers repeat what they read.
  return new GatehouseError('token.key-unreadable', message, { fix });
}

/** Canonical members of a public key, in the order of their names. RFC 7638 §3.2, RFC 8037 §2 */
const thumbprintMembers: Readonly<Record<string, readonly string[]>> = {
  RSA: ['e', 'kty', 'n'],
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
};

/** The public part of a key as a JWK with nothing in it but the key. RFC 7517 §4 */
export function publicJwkOf(key: KeyObject): JsonWebKey {
  const isPrivate = key.type === 'private';
  return (isPrivate ? createPublicKey(key) : key).export({ format: 'jwk' });
}

/** SHA-256 thumbprint of a public key; null for a secret, which it would help to guess. RFC 7638 §3, §7 */
export function thumbprintOf(key: KeyObject): string | null {
  if (key.type === 'secret') return null;
  const jwk = publicJwkOf(key);
  const members = thumbprintMembers[jwk.kty ?? ''];
  if (members === undefined) return null;
  const canonical = JSON.stringify(Object.fromEntries(members.map((name) => [name, jwk[name]])));
  return createHash('sha256').update(canonical, 'utf8').digest('base64url');
}

/** A key in words, without what is secret of it. */
export function viewOfKey({ kid, key, origin }: Pick<CandidateKey, 'kid' | 'key' | 'origin'>): TokenKey {
  const { asymmetricKeyType, asymmetricKeyDetails: details } = key;
  const size = details?.modulusLength ?? details?.namedCurve ?? '';
  const type =
    asymmetricKeyType === undefined ? 'secret' : `${asymmetricKeyType.toUpperCase()} ${size}`.trim();
  return { kid, type, thumbprint: thumbprintOf(key), origin };
}

/**
 * Reads the keys of a text: a JWK, a JWK Set, or PEM with public keys, private ones or certificates. One that cannot be
 * read is passed over where another can.
 * @throws token.key-unreadable, key.unsupported
 */
export function readKeys(text: string, origin: string): readonly CandidateKey[] {
  const unsupported: GatehouseError[] = [];
  const isJson = text.trim().startsWith('{');
  const keys = isJson ? keysOfJson(text, origin, unsupported) : keysOfPem(text, origin);
  if (keys.length > 0) return keys;
  if (!isJson) requireSupported(text);
  if (unsupported[0] !== undefined) throw unsupported[0];
  throw unreadable(`${origin} holds no key that can be read.`, 'Give a JWK, a JWK Set, or PEM.');
}

function keysOfPem(text: string, origin: string): readonly CandidateKey[] {
  return [...text.matchAll(pemBlock)].slice(0, mostKeys).flatMap(([block]) => {
    const key = attempt(() => publicKeyOf(block));
    return key === null ? [] : [{ kid: null, key, use: null, algorithm: null, origin }];
  });
}

function keysOfJson(text: string, origin: string, unsupported: GatehouseError[]): readonly CandidateKey[] {
  const document = attempt(() => JSON.parse(text) as unknown);
  const all = memberOf(document, 'keys');
  const jwks = Array.isArray(all) ? (all as readonly unknown[]) : [document];
  return jwks.slice(0, mostKeys).flatMap((jwk) => {
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
    'The text is no private key that can be read.',
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
