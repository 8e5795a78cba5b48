import { keyAlgorithms, macAlgorithms } from '../tokens/algorithms.ts';

/** `client_assertion_type` of a JWT. RFC 7523 §2.2 */
export const jwtAssertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** `typ` of a JWT by which a client authenticates. RFC 10070 §3 */
export const clientAssertionTyp = 'client-authentication+jwt';

/** Algorithms of client assertions: with the secret of the client, and with a key of its own. RFC 7518 §3.1 */
export const assertionAlgorithms = [...macAlgorithms, ...keyAlgorithms] as const;

/** The authentication method that a signature algorithm belongs to; null: it proves nothing. OpenID Connect Core §9 */
export function methodOfAlgorithm(algorithm: string): 'client_secret_jwt' | 'private_key_jwt' | null {
  if (macAlgorithms.some((name) => name === algorithm)) return 'client_secret_jwt';
  return keyAlgorithms.some((name) => name === algorithm) ? 'private_key_jwt' : null;
}
