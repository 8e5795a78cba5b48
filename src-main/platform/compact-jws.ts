import type { KeyObject } from 'node:crypto';
import { base64urlDecode } from '#shared/oauth/index.ts';
import { isRightSignature } from './jws-signatures.ts';
import { publicKeyOf } from './key-kinds.ts';
import { unverifiedClaims, unverifiedHeader } from './unverified-jwt.ts';

type Members = Readonly<Record<string, unknown>>;

/** A JWT in the compact form, taken apart; nothing of it is proven. */
export interface CompactJws {
  readonly header: Members;
  readonly claims: Members;
  /** `alg`; empty if it is missing or not a string. */
  readonly algorithm: string;
  /** The part that is signed. */
  readonly input: string;
  readonly signature: Uint8Array;
}

/**
 * Takes a signed JWT apart: three parts in their one encoding, JSON objects, and no extension that must be understood.
 * Null where it is not one. RFC 7515 §4.1.11 and §5.2, RFC 7519 §7.2
 */
export function readCompactJws(text: string): CompactJws | null {
  const dot = text.lastIndexOf('.');
  const signature = base64urlDecode(text.slice(dot + 1));
  if (signature === null || text.split('.', 4).length !== 3) return null;
  try {
    const header = unverifiedHeader(text);
    if (header['crit'] !== undefined || header['b64'] !== undefined) return null;
    const { alg } = header;
    return {
      header,
      claims: unverifiedClaims(text),
      algorithm: typeof alg === 'string' ? alg : '',
      input: text.slice(0, dot),
      signature,
    };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The `typ` of a header, without the prefix that it may leave out; null: it has none. RFC 7515 §4.1.9 */
export function typeIn({ typ }: Members): string | null {
  if (typ === undefined) return null;
  return typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : '';
}

/** Imported keys, by their JWK; null: the JWK is not a public key. */
const imported = new WeakMap<object, KeyObject | null>();

/** The public key of a JWK, read once; null if a host cannot use it. RFC 7517 §4 */
export function publicKeyOfJwk(jwk: Members): KeyObject | null {
  const known = imported.get(jwk);
  if (known !== undefined) return known;
  let key: KeyObject | null = null;
  try {
    key = jwk['kty'] === 'oct' ? null : publicKeyOf(jwk);
  } catch {
    // The trace tells the owner of the key that no key fits.
  }
  imported.set(jwk, key);
  return key;
}

/** The keys of a set that a JWT may be signed with: those without a `kid` may be meant too. RFC 7515 §4.1.4 */
export function candidateKeys({ header: { kid } }: CompactJws, keys: readonly Members[]): readonly Members[] {
  return keys.filter((key) => kid === undefined || key['kid'] === undefined || key['kid'] === kid);
}

/** Tests whether one of the keys signed a JWT, with the algorithm that its header names. RFC 7515 §5.2 */
export function isSignedByAny(jws: CompactJws, keys: readonly Members[]): boolean {
  return keys.some((jwk) => {
    const key = publicKeyOfJwk(jwk);
    return key !== null && isRightSignature(jws.algorithm, key, jws.input, jws.signature);
  });
}
