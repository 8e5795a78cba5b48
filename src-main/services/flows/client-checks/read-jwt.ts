import { hash } from 'node:crypto';
import { jwsAlgorithm } from '#main/platform/jws-signatures.ts';
import { base64urlDecode } from '#shared/oauth/index.ts';
import { readJsonObject } from '#shared/tokens/json-text.ts';

/** A signed JWT, taken apart and proved by nobody. RFC 7519 §7.2 */
export interface ReadJwt {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signed: string;
  readonly signature: Uint8Array;
}

/** Takes a JWT apart; null where it is none. */
export function readJwt(token: string): ReadJwt | null {
  const [first = '', second = '', third = '', ...others] = token.split('.');
  const object = (text: string) => {
    const bytes = base64urlDecode(text);
    return bytes === null ? null : (readJsonObject(Buffer.from(bytes).toString('utf8'))?.value ?? null);
  };
  const [header, claims, signature] = [object(first), object(second), base64urlDecode(third)];
  if (others.length > 0 || header === null || claims === null || signature === null) return null;
  return { header, claims, signed: `${first}.${second}`, signature };
}

/** The left half of the hash that goes with an algorithm; Ed25519 hashes with SHA-512. OpenID Connect Core §3.1.3.6 */
export function halfHash(algorithm: unknown, text: string): string | null {
  const known = typeof algorithm === 'string' ? jwsAlgorithm(algorithm) : undefined;
  if (known === undefined) return null;
  const digest = hash(known.hash ?? 'sha512', text, 'buffer');
  return digest.subarray(0, digest.length / 2).toString('base64url');
}
