import { createHmac, createPublicKey, type JsonWebKey } from 'node:crypto';
import { isSameSecret } from '../authorize/browser-binding.ts';

/**
 * Tests whether the secret of an HS256 signature was the text of a public key. Own code: in jose a key is of one
 * type, so that it has no such mistake. RFC 8725 §2.1
 */
export function isKeyedWithPublicKey(jwt: string, jwk: JsonWebKey): boolean {
  const secret = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  const dot = jwt.lastIndexOf('.');
  const expected = createHmac('sha256', secret).update(jwt.slice(0, dot)).digest('base64url');
  return isSameSecret(jwt.slice(dot + 1), expected);
}
