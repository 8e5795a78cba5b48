import { hasDangerousScheme, isRedirectUri } from '#shared/oauth/index.ts';
import type { RegistrationPolicy } from '#shared/workspace/index.ts';
import type { ClientMetadata } from './metadata.ts';

/** The whole host, and no other one that begins like it. RFC 8252 §7.3 */
const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Schemes that lead to no program of the client's. */
const foreignSchemes = /^(?:ftp|wss?|mailto|tel|sms|intent|view-source|filesystem):$/;

/** Why a text can be no redirect URI of anybody; null: it can be one. RFC 7591 §5, RFC 6749 §3.1.2 */
export function formFault(uri: string): string | null {
  if (!isRedirectUri(uri)) return 'It is not an absolute URI, or has a fragment.';
  if (hasDangerousScheme(uri)) return 'A browser would run it or read it.';
  if (/[\\<>"`{}|^*]/.test(uri)) return 'It has characters that must be encoded, or a wildcard.';
  const url = URL.parse(uri);
  if (url === null) return 'It cannot be parsed.';
  return url.username === '' && url.password === '' ? null : 'It has user information.';
}

/** Why a redirect URI does not fit its kind of application; null: it does. OpenID Connect Registration §2, RFC 8252 §7 */
export function typeFault(
  uri: string,
  { application_type: type, response_types: responseTypes }: ClientMetadata,
  { webOnLoopback, anyPrivateScheme }: RegistrationPolicy,
): string | null {
  const url = URL.parse(uri);
  if (url === null) return 'It cannot be parsed.';
  if (url.protocol === 'https:') return null;
  const isLoopback = url.protocol === 'http:' && loopbackHosts.has(url.hostname);
  if (type === 'web') {
    if (!isLoopback) return 'A web application needs https.';
    if (!webOnLoopback) return 'The policy allows web applications no address of this machine.';
    const isImplicit = responseTypes.some((each) => each !== 'code' && each !== 'none');
    return isImplicit ? 'With the implicit grant a web application needs https.' : null;
  }
  if (url.protocol === 'http:')
    return isLoopback ? null : 'http is for 127.0.0.1, [::1] and localhost alone.';
  // Two programs can have one scheme: a domain name of its own makes it less likely. RFC 8252 §7.1
  const isAllowed = anyPrivateScheme ? !foreignSchemes.test(url.protocol) : url.protocol.includes('.');
  return isAllowed ? null : 'A private scheme must be a reversed domain name.';
}
