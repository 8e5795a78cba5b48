/** Algorithms with which a token can be signed that a tester wrote. RFC 7518 §3.1, RFC 8037 §3.1 */
export const macAlgorithms = ['HS256', 'HS384', 'HS512'] as const;
export const keyAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const;

/** Those whose signature is a pair of numbers, r and s. RFC 7518 §3.4 */
export const curveAlgorithms = ['ES256', 'ES384', 'ES512'] as const;

/** How a token carries its claims: encoded, as they are, or in a token of their own. RFC 7797 §3, RFC 7519 §5.2 */
export const payloadForms = ['encoded', 'unencoded', 'nested'] as const;

/** Ways in which a public key is taken for the secret of an HMAC. RFC 8725 §2.1 */
export const publicKeyForms = ['pem', 'pem-without-newline', 'pkcs1', 'der', 'jwk'] as const;

export type MacAlgorithm = (typeof macAlgorithms)[number];
export type KeyAlgorithm = (typeof keyAlgorithms)[number];
export type PublicKeyForm = (typeof publicKeyForms)[number];
export type CurveAlgorithm = (typeof curveAlgorithms)[number];
export type PayloadForm = (typeof payloadForms)[number];
