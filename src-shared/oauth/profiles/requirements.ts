import type { NamedProfile } from '../../workspace/index.ts';
import type { ResponseType } from '../response-types.ts';

/** The signature algorithms of FAPI: no PKCS #1 v1.5, and nothing symmetric. FAPI 2.0 Security Profile §5.4.1 */
export const fapiAlgorithms: readonly string[] = ['PS256', 'ES256', 'EdDSA', 'Ed25519'];

/** Tests whether a profile leaves a grant type to its clients. OAuth 2.1 §10, FAPI 2.0 Security Profile §5.3.2.1 */
export function allowsGrantType(grantType: string): boolean {
  return grantType !== 'password' && grantType !== 'implicit';
}

/** Tests whether a profile allows a response type: no access token passes the browser. RFC 9700 §2.1.2, FAPI 2.0 Security Profile §5.3.2.2 */
export function allowsResponseType(profile: NamedProfile, { name, token }: ResponseType): boolean {
  return profile === 'fapi-2.0-security' ? name === 'code' : !token;
}

/** Tests whether a profile sends codes to a redirect URI: none travels unencrypted but to the same machine. RFC 9700 §2.6 */
export function allowsRedirectUri(profile: NamedProfile, uri: string, isNative: boolean): boolean {
  if (!/^http:/i.test(uri)) return true;
  const isLoopback = /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?:[:/?]|$)/i.test(uri);
  return isLoopback && (isNative || profile === 'oauth-2.1');
}
