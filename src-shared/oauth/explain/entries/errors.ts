import { type OAuthErrorCode, oauthErrorCodes } from '../../error-codes.ts';
import type { Entry } from '../entry.ts';

/** The remedy for each error on the client's side. */
const remedies: Readonly<Record<OAuthErrorCode, string>> = {
  invalid_request: 'Look for a missing, repeated or malformed parameter.',
  invalid_client: 'Compare client_id, secret and authentication method with the registration.',
  invalid_grant:
    'Start again. A code or token works once, for its own client and redirect URI, until it expires.',
  unauthorized_client: 'Register the client for this grant or response type.',
  unsupported_grant_type: 'Check the spelling; the server’s metadata lists the supported grant types.',
  invalid_scope: 'Request only scopes that the client is registered for, or that were granted before.',
  access_denied: 'No error: the user or a policy denied access.',
  unsupported_response_type: 'Check the spelling; the server’s metadata lists the supported grant types.',
  server_error: 'Try again later; see the server’s log for the cause.',
  temporarily_unavailable: 'Try again later.',
  login_required: 'Send the request without prompt=none, so that the user can sign in.',
  consent_required: 'Send the request without prompt=none, so that the user can consent.',
  account_selection_required: 'Send the request without prompt=none, so that the user can choose an account.',
  unmet_authentication_requirements:
    'Request an acr that the server’s metadata lists, or one that is not essential.',
  invalid_request_object: 'Check signature, issuer, audience and expiry of the request object.',
  invalid_request_uri: 'Register the URI, and check the document at it.',
  request_uri_not_supported: 'Send the request object itself, or register its URI.',
  invalid_target: 'Request an audience or resource that the server knows and the client may use.',
  invalid_token: 'Get a new access token: this one has expired, is revoked or was issued by another server.',
  insufficient_scope: 'Get a token with the scope that WWW-Authenticate names.',
  invalid_redirect_uri:
    'Use https, or for a native application this machine or a scheme of its own. Leave out fragments.',
  invalid_client_metadata: 'Compare the members with what the server’s policy allows.',
  invalid_software_statement: 'Check signature and expiry of the software statement.',
  unapproved_software_statement: 'Have the server trust the issuer, or leave the statement out.',
  invalid_dpop_proof: 'Make a new proof for this method and address, and check clock and key.',
  use_dpop_nonce: 'Repeat the request with a new proof that has this nonce.',
};

/** The member `error` with every code that there is. */
export const errorEntry: Entry = {
  name: 'error',
  at: ['response-json', 'location', 'query', 'body'],
  sentence: 'The reason for the rejection, as a code for programs.',
  without: 'A client can only guess from the status code.',
  clause: 'RFC 6749 §5.2',
  values: Object.entries(oauthErrorCodes).map(([value, { meaning, clause }]) => ({
    value,
    sentence: `${meaning} ${remedies[value as OAuthErrorCode]}`,
    clause,
  })),
};
