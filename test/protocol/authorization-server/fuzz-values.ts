import type { SeededRandom } from './fuzz-random.ts';
import { callback, challenge, validateBearer, verifier } from './parties.ts';

/** Values that a browser or a client really got, so that requests reach deep. */
export interface Known {
  readonly code: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly cookie: string;
  readonly transaction: string;
  readonly csrf: string;
  readonly idToken: string;
  /** Bound to the key with which proofs are signed. RFC 9449 §5 */
  readonly boundToken: string;
  /** A client that registered itself, and the token that manages it. RFC 7592 §1 */
  readonly registrationId: string;
  readonly registrationToken: string;
  /** The origin of the server, and its time in seconds. */
  readonly origin: string;
  readonly nowSeconds: number;
}

/** Stands in a page only where something was reflected as it came. */
export const planted = '<svg/onload=planted>';
/** Stands among the headers of an answer only where a line break was reflected. */
export const plantedHeader = 'X-Planted';

const hostile = [
  '',
  '%',
  '%zz',
  '%00',
  '%c0%af',
  '%ed%a0%80',
  '%0d%0aX-Planted:%201',
  '%E5%85%AC%E5%BC%8F',
  '\u00ff\u00fe',
  `"'>${planted}`,
  encodeURIComponent(`"'>${planted}`),
  encodeURIComponent(`</script><script>${planted}`),
  'javascript:alert(1)',
  'https://elsewhere.example/cb',
  '//elsewhere.example',
  encodeURIComponent('http://127.0.0.1:9035/cb@elsewhere.example'),
  encodeURIComponent('http://127.0.0.1:9035/cb#fragment'),
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '[object Object]',
  'null',
  'undefined',
  '-1',
  '1e309',
  'a=b=c',
  'a;b',
  '+',
  '++orders.read++',
  'orders.read%20orders.read',
  '%22%5C%7F%80',
  '%F0%9F%90%B1',
  '{"a":1}',
  'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm4ifQ.',
  'eyJhbGciOiJIUzI1NiJ9.e30.AAAA',
  'a.b.c',
  'PHNhbWw+',
] as const;

const sensible = [
  'portal-web',
  'mobile-app',
  'batch-job',
  'orders-api',
  'nobody',
  'portal-web-secret',
  'batch-job-secret',
  'ann',
  'ann-password',
  'openid',
  'openid%20profile',
  'orders.read',
  'S256',
  'plain',
  'code',
  'token',
  'id_token',
  'code%20id_token',
  'query',
  'fragment',
  'form_post',
  'jwt',
  'query.jwt',
  'form_post.jwt',
  'none',
  'login',
  'consent',
  'access_token',
  'refresh_token',
  'client_credentials',
  'password',
  validateBearer,
  'urn:ietf:params:oauth:grant-type:token-exchange',
  'urn:ietf:params:oauth:grant-type:saml2-bearer',
  'urn:ietf:params:oauth:token-type:access_token',
  'urn:ietf:params:oauth:grant-type:jwt-bearer',
  'urn:ietf:params:oauth:token-type:id-jag',
  'https%3A%2F%2F127.0.0.1%3A1%2Fagent',
  'https%3A%2F%2Forders.example',
  encodeURIComponent(callback),
  challenge,
  verifier,
] as const;

/** A name of a parameter: of the protocol, of a page's form, or of a prototype. */
export const parameterNames = [
  'grant_type',
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'code',
  'code_verifier',
  'code_challenge',
  'code_challenge_method',
  'redirect_uri',
  'refresh_token',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'prompt',
  'max_age',
  'id_token_hint',
  'login_hint',
  'acr_values',
  'claims',
  'request',
  'request_uri',
  'token',
  'token_type_hint',
  'access_token',
  'subject_token',
  'subject_token_type',
  'actor_token',
  'actor_token_type',
  'requested_token_type',
  'audience',
  'resource',
  'assertion',
  'username',
  'password',
  'pin',
  'decision',
  'txn',
  'csrf',
  'ui_locales',
  'dpop_jkt',
  'post_logout_redirect_uri',
  'logout_hint',
  'registration',
  'pfidpadapterid',
  'aud',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
] as const;

const longLengths = [300, 5_000, 17_000, 70_000] as const;

/** A value as it stands on the wire: often right, often hostile, now and then huge. */
export function wireValue(random: SeededRandom, known: Known): string {
  const kind = random.below(100);
  if (kind < 35) return random.pick(sensible);
  if (kind < 50)
    return random.pick([known.code, known.accessToken, known.refreshToken, known.transaction, known.csrf]);
  if (kind < 94) return random.pick(hostile);
  if (kind < 98)
    return random
      .bytes(random.below(24))
      .toString('latin1')
      .replaceAll(/[\s?#]/g, '');
  return 'A'.repeat(random.pick(longLengths));
}
