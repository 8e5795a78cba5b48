import { hash, type JsonWebKey, type KeyObject } from 'node:crypto';
import { publicKeyOf } from '../key-kinds.ts';

type Members = Readonly<Record<string, unknown>>;

const maxKept = 1_000;
const minRsaBits = 2_048;

/** Members of a JWK that a public key does not have. RFC 7518 §6.2.2, §6.3.2 and §6.4.1 */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const;

/** Members that make a public key, in the order of their names. RFC 7638 §3.2, RFC 8037 §2 */
const requiredMembers: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['EC', ['crv', 'kty', 'x', 'y']],
  ['OKP', ['crv', 'kty', 'x']],
  ['RSA', ['e', 'kty', 'n']],
]);

/** A public key with the name that a token is bound to. */
export interface ProofKey {
  readonly key: KeyObject;
  /** RFC 7638 §3 */
  readonly thumbprint: string;
}

/** Public keys by their thumbprint, the oldest go first: reading one takes a third of a verification. */
export interface ProofKeys {
  /** The key of a `jwk` header, or why it is none. RFC 9449 §4.3 */
  read(jwk: unknown): ProofKey | { readonly fault: string };
}

/** Names a private member of a JWK; undefined where there is none. RFC 9449 §4.3 */
export function privateMemberOf(jwk: object): string | undefined {
  return privateMembers.find((name) => name in jwk);
}

/** Creates a reader that remembers the last thousand keys. */
export function createProofKeys(): ProofKeys {
  const known = new Map<string, KeyObject>();
  return {
    read(jwk) {
      if (typeof jwk !== 'object' || jwk === null) return { fault: 'The header has no jwk.' };
      const canonical = canonicalJson(jwk as Members);
      if (canonical === null) return { fault: 'jwk is not a public key of a known type.' };
      const thumbprint = hash('sha256', canonical, 'base64url');
      const kept = known.get(thumbprint);
      if (kept !== undefined) return { key: kept, thumbprint };
      const key = importKey(jwk as JsonWebKey, canonical);
      if ('fault' in key) return key;
      const oldest = known.size >= maxKept ? known.keys().next().value : undefined;
      if (oldest !== undefined) known.delete(oldest);
      known.set(thumbprint, key);
      return { key, thumbprint };
    },
  };
}

/** The text that is hashed for a thumbprint; null: a member is missing. RFC 7638 §3 */
function canonicalJson(jwk: Members): string | null {
  const names = requiredMembers.get(jwk['kty']) ?? [];
  const isWhole = names.length > 0 && names.every((name) => typeof jwk[name] === 'string');
  return isWhole ? JSON.stringify(Object.fromEntries(names.map((name) => [name, jwk[name]]))) : null;
}

function importKey(jwk: JsonWebKey, canonical: string): KeyObject | { readonly fault: string } {
  try {
    const key = publicKeyOf(jwk);
    // One key in two spellings would have two names.
    if (canonicalJson({ ...key.export({ format: 'jwk' }) }) !== canonical)
      return { fault: 'jwk does not have the one form of its key.' };
    return (key.asymmetricKeyDetails?.modulusLength ?? minRsaBits) < minRsaBits
      ? { fault: `The RSA key is shorter than ${minRsaBits} bits.` }
      : key;
  } catch {
    return { fault: 'jwk is not a public key.' };
  }
}
