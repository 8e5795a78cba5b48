/** `typ` of a DPoP proof. RFC 9449 §4.2 */
export const dpopProofTyp = 'dpop+jwt';

/** The algorithms with which proofs may be signed: asymmetric ones alone. RFC 9449 §4.3, RFC 9864 §2.2 */
export const dpopAlgorithms = ['ES256', 'ES384', 'ES512', 'PS256', 'RS256', 'EdDSA', 'Ed25519'] as const;

/** How long a proof is taken, in seconds: after its `iat`, and before it where the clock of a client is fast. */
export const dpopProofAgeSeconds = 60;
export const dpopProofAheadSeconds = 10;

/** Tests whether a text can be the thumbprint of a key: SHA-256 in base64url. RFC 7638 §3.1, RFC 9449 §10 */
export function isJwkThumbprint(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}
