import { type OAuthErrorCode, oauthErrorCodes } from '../../error-codes.ts';
import type { Entry } from '../entry.ts';

/** The remedy for each error on the client's side. */
const remedies: Readonly<Record<OAuthErrorCode, string>> = {
  invalid_request: 'Look for a parameter that is missing, doubled or malformed.',
  invalid_client: 'Check id, secret and the way in which they are sent against the registration.',
  invalid_grant:
    'Begin again: a code or token is used once, for its own client and redirect URI, and in time.',
  unauthorized_client: 'Register the client for this grant or response type.',
  unsupported_grant_type: 'Check the spelling; what the server takes stands in its metadata.',
  invalid_scope: 'Ask only for scopes that the client is registered for, or that were granted before.',
  access_denied: 'Nothing is broken: the user or a policy said no.',
  unsupported_response_type: 'Check the spelling; what the server takes stands in its metadata.',
  server_error: 'Try again later; the server’s own log has the cause.',
  temporarily_unavailable: 'Try again later.',
  login_required: 'Ask again without prompt=none, so that the user can sign in.',
  consent_required: 'Ask again without prompt=none, so that the user can allow it.',
  account_selection_required: 'Ask again without prompt=none, so that the user can choose.',
  invalid_request_object: 'Check signature, issuer, audience and expiry of the request object.',
  invalid_request_uri: 'Register the address, and look at what lies there.',
  request_uri_not_supported: 'Send the request object itself, or register its address.',
  invalid_target: 'Ask for an audience or resource that the server knows and the client may use.',
  invalid_token: 'Get a new access token: this one is expired, revoked or of another server.',
  insufficient_scope: 'Get a token with the scope that WWW-Authenticate names.',
};

/** The member `error` with every code that there is. */
export const errorEntry: Entry = {
  name: 'error',
  at: ['response-json', 'location', 'query', 'body'],
  sentence: 'Says, for programs, why it was refused.',
  without: 'A client can only guess by the status.',
  clause: 'RFC 6749 §5.2',
  values: Object.entries(oauthErrorCodes).map(([value, { meaning, clause }]) => ({
    value,
    sentence: `${meaning} ${remedies[value as OAuthErrorCode]}`,
    clause,
  })),
};
