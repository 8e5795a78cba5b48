import { parseScope } from '../form.ts';
import { isLoopbackRedirect } from './redirect-rules.ts';
import { at, isPublicClient, itemsAt, type LintInput, type LintRule, usesBrowser } from './rule.ts';

function hasLogout({ client }: LintInput): boolean {
  return client.backchannel_logout_uri !== undefined || (client.post_logout_redirect_uris ?? []).length > 0;
}

/** Rules for sign-outs. */
export const logoutRules: readonly LintRule[] = [
  {
    id: 'post-logout-plain-http',
    severity: 'warning',
    title: 'Post-logout redirect URI uses http and is not a loopback address',
    clause: 'OpenID Connect RP-Initiated Logout §3.1',
    fix: 'Use https. With http, others can lead users to a false page after the sign-out.',
    detect: ({ client }) =>
      itemsAt(
        '/post_logout_redirect_uris',
        client.post_logout_redirect_uris ?? [],
        (uri) => /^http:/i.test(uri) && !isLoopbackRedirect(uri),
      ),
  },
  {
    id: 'logout-without-user',
    severity: 'notice',
    title: 'Sign-outs are registered, but no user signs in with openid',
    clause: 'OpenID Connect Back-Channel Logout §2.2',
    fix: 'Add the scope openid and the authorization code grant. Without an ID token, the client knows no session.',
    detect: (input) =>
      at(
        input.client.backchannel_logout_uri === undefined
          ? '/post_logout_redirect_uris'
          : '/backchannel_logout_uri',
        hasLogout(input) &&
          !(usesBrowser(input) && parseScope(input.client.scope)?.includes('openid') === true),
      ),
  },
  {
    id: 'logout-session-without-uri',
    severity: 'notice',
    title: 'Logout tokens must name the session, but no URI receives them',
    clause: 'OpenID Connect Back-Channel Logout §2.2',
    fix: 'Add backchannel_logout_uri, or remove the requirement.',
    detect: ({ client }) =>
      at(
        '/backchannel_logout_session_required',
        client.backchannel_logout_session_required === true && client.backchannel_logout_uri === undefined,
      ),
  },
  {
    id: 'logout-of-public-client',
    severity: 'notice',
    title: 'A public client has a back-channel logout URI',
    clause: 'OpenID Connect Back-Channel Logout §2.2',
    fix: 'Register the server of the application. An application on a device cannot be called.',
    detect: (input) =>
      at(
        '/backchannel_logout_uri',
        input.client.backchannel_logout_uri !== undefined && isPublicClient(input),
      ),
  },
];
