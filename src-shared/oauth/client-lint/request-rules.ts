import { parseScope } from '../form.ts';
import { isLoopbackRedirect } from './redirect-rules.ts';
import {
  at,
  isPublicClient,
  itemsAt,
  knownResponseTypes,
  type LintInput,
  type LintRule,
  usesBrowser,
} from './rule.ts';

function scopesOf({ client }: LintInput): readonly string[] {
  return parseScope(client.scope) ?? [];
}

/** True if someone other than the user of this machine can be behind the client. */
function isForeign(input: LintInput): boolean {
  return isPublicClient(input) || input.client.redirect_uris.some((uri) => !isLoopbackRedirect(uri));
}

/** Rules for scopes, consent and request objects. */
export const requestRules: readonly LintRule[] = [
  {
    id: 'scope-malformed',
    severity: 'error',
    title: 'Scope is malformed',
    clause: 'RFC 6749 §3.3',
    fix: 'Put one space between scopes, and use no quotes or backslashes.',
    detect: ({ client }) => at('/scope', parseScope(client.scope) === null),
  },
  {
    id: 'openid-without-user',
    severity: 'warning',
    title: 'openid is allowed, but nobody signs in',
    clause: 'OpenID Connect Core §3.1.2.1',
    fix: 'Take openid away, or allow the authorization code grant: ID tokens speak of users who signed in.',
    detect: (input) => at('/scope', scopesOf(input).includes('openid') && !usesBrowser(input)),
  },
  {
    id: 'id-token-without-openid',
    severity: 'error',
    title: 'ID tokens are allowed, but the scope openid is not',
    clause: 'OpenID Connect Core §3.2.2.1',
    fix: 'Add openid to the scopes: without it no ID token is issued.',
    detect: (input) =>
      at(
        '/scope',
        knownResponseTypes(input).some(({ idToken }) => idToken) && !scopesOf(input).includes('openid'),
      ),
  },
  {
    id: 'consent-skipped',
    severity: 'warning',
    title: 'Nobody is asked before others get access',
    clause: 'RFC 6749 §10.2',
    fix: 'Ask for consent: without it any page can fetch a token for a user who is signed in.',
    detect: (input) =>
      at('/skip_consent', input.client.skip_consent === true && usesBrowser(input) && isForeign(input)),
  },
  {
    id: 'request-object-unsigned',
    severity: 'warning',
    title: 'Request objects need no signature',
    clause: 'RFC 9101 §10.5',
    fix: 'Choose an algorithm and register the keys: an unsigned request object protects nothing.',
    detect: ({ client }) =>
      at('/request_object_signing_alg', client.request_object_signing_alg?.toLowerCase() === 'none'),
  },
  {
    id: 'request-object-without-keys',
    severity: 'error',
    title: 'Signed request objects are required, but there is no key',
    clause: 'RFC 9101 §6.2',
    fix: 'Register the client’s public keys in jwks: every request is refused until then.',
    detect: ({ client }) =>
      at('/jwks', client.require_signed_request_object === true && (client.jwks?.keys.length ?? 0) === 0),
  },
  {
    id: 'request-uri-plain-http',
    severity: 'warning',
    title: 'Request objects are fetched over http',
    clause: 'RFC 9101 §5.2',
    fix: 'Use https: others can read and change what the client asks for.',
    detect: ({ client }) =>
      itemsAt(
        '/request_uris',
        client.request_uris ?? [],
        (uri) => /^http:/i.test(uri) && !isLoopbackRedirect(uri),
      ),
  },
];
