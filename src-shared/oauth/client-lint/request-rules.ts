import { parseScope } from '../form.ts';
import { isRedirectUri } from '../redirect-uri.ts';
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

const pushed = '/require_pushed_authorization_requests';

function mustPush({ client }: LintInput): boolean {
  return client.require_pushed_authorization_requests === true;
}

function hasKeys({ jwks, jwks_uri: uri }: LintInput['client']): boolean {
  return uri !== undefined || (jwks?.keys.length ?? 0) > 0;
}

/** Rules for scopes, consent and request objects. */
export const requestRules: readonly LintRule[] = [
  {
    id: 'scope-malformed',
    severity: 'error',
    title: 'Scope is malformed',
    clause: 'RFC 6749 §3.3',
    fix: 'Separate scopes with one space, and remove quotes and backslashes.',
    detect: ({ client }) => at('/scope', parseScope(client.scope) === null),
  },
  {
    id: 'openid-without-user',
    severity: 'warning',
    title: 'openid is allowed, but no user signs in',
    clause: 'OpenID Connect Core §3.1.2.1',
    fix: 'Remove openid, or add the authorization code grant. ID tokens describe users who signed in.',
    detect: (input) => at('/scope', scopesOf(input).includes('openid') && !usesBrowser(input)),
  },
  {
    id: 'id-token-without-openid',
    severity: 'error',
    title: 'ID tokens are allowed, but the scope openid is not',
    clause: 'OpenID Connect Core §3.2.2.1',
    fix: 'Add openid to the scopes. Without it, no ID token is issued.',
    detect: (input) =>
      at(
        '/scope',
        knownResponseTypes(input).some(({ idToken }) => idToken) && !scopesOf(input).includes('openid'),
      ),
  },
  {
    id: 'consent-skipped',
    severity: 'warning',
    title: 'Users are not asked for consent',
    clause: 'RFC 6749 §10.2',
    fix: 'Require consent. Without it, any page can get a token for a signed-in user.',
    detect: (input) =>
      at('/skip_consent', input.client.skip_consent === true && usesBrowser(input) && isForeign(input)),
  },
  {
    id: 'request-object-unsigned',
    severity: 'warning',
    title: 'Request objects do not require a signature',
    clause: 'RFC 9101 §10.5',
    fix: 'Choose an algorithm and register the keys. An unsigned request object provides no protection.',
    detect: ({ client }) =>
      at('/request_object_signing_alg', client.request_object_signing_alg?.toLowerCase() === 'none'),
  },
  {
    id: 'request-object-without-keys',
    severity: 'error',
    title: 'Signed request objects are required, but no key is registered',
    clause: 'RFC 9101 §6.2',
    fix: 'Register the client’s public keys in jwks. Until then, every request is rejected.',
    detect: ({ client }) => at('/jwks', client.require_signed_request_object === true && !hasKeys(client)),
  },
  {
    id: 'push-of-public-client',
    severity: 'notice',
    title: 'Pushed requests of a public client are not authenticated',
    clause: 'RFC 9126 §2.1',
    fix: 'Make the client confidential. Anyone can push requests in the name of a public client.',
    detect: (input) => at(pushed, mustPush(input) && isPublicClient(input)),
  },
  {
    id: 'push-without-browser',
    severity: 'notice',
    title: 'Pushed requests are required, but no user signs in',
    clause: 'RFC 9126 §6',
    fix: 'Remove the requirement, or add the authorization code grant. There is nothing to push.',
    detect: (input) => at(pushed, mustPush(input) && !usesBrowser(input)),
  },
  {
    id: 'push-and-request-uris',
    severity: 'warning',
    title: 'Request URIs are allowed, but requests must be pushed',
    clause: 'RFC 9126 §2.1',
    fix: 'Remove the request URIs. The server rejects every request that refers to one of them.',
    detect: (input) => at('/request_uris', mustPush(input) && (input.client.request_uris ?? []).length > 0),
  },
  {
    id: 'audience-not-a-resource',
    severity: 'notice',
    title: 'Audience is not a URI',
    clause: 'RFC 8707 §2',
    fix: 'Use an absolute URI without a fragment. Requests name a resource by its URI only.',
    detect: ({ client }) => itemsAt('/audience', client.audience ?? [], (name) => !isRedirectUri(name)),
  },
  {
    id: 'request-uri-plain-http',
    severity: 'warning',
    title: 'Request objects are fetched over http',
    clause: 'RFC 9101 §5.2',
    fix: 'Use https. With http, others can read and change the request.',
    detect: ({ client }) =>
      itemsAt(
        '/request_uris',
        client.request_uris ?? [],
        (uri) => /^http:/i.test(uri) && !isLoopbackRedirect(uri),
      ),
  },
];
