/** Error codes of OAuth 2.0 with the HTTP status that a token endpoint answers by default, and what each means. */
export const oauthErrorCodes = {
  invalid_request: {
    status: 400,
    clause: 'RFC 6749 §5.2',
    meaning: 'The request is incomplete or malformed.',
  },
  invalid_client: { status: 401, clause: 'RFC 6749 §5.2', meaning: 'Client authentication failed.' },
  invalid_grant: {
    status: 400,
    clause: 'RFC 6749 §5.2',
    meaning: 'The code or token is not valid for this use.',
  },
  unauthorized_client: {
    status: 400,
    clause: 'RFC 6749 §5.2',
    meaning: 'The client is not allowed to use this grant.',
  },
  unsupported_grant_type: {
    status: 400,
    clause: 'RFC 6749 §5.2',
    meaning: 'The server does not support this grant type.',
  },
  invalid_scope: {
    status: 400,
    clause: 'RFC 6749 §5.2',
    meaning: 'The scope is unknown or exceeds what is allowed.',
  },
  access_denied: {
    status: 403,
    clause: 'RFC 6749 §4.1.2.1',
    meaning: 'The user or the server denied the request.',
  },
  unsupported_response_type: {
    status: 400,
    clause: 'RFC 6749 §4.1.2.1',
    meaning: 'The server does not support this response type.',
  },
  server_error: { status: 500, clause: 'RFC 6749 §4.1.2.1', meaning: 'The server failed.' },
  temporarily_unavailable: {
    status: 503,
    clause: 'RFC 6749 §4.1.2.1',
    meaning: 'The server is temporarily unavailable.',
  },
  login_required: {
    status: 400,
    clause: 'OpenID Connect Core §3.1.2.6',
    meaning: 'The user must sign in, but the request does not allow a prompt.',
  },
  consent_required: {
    status: 400,
    clause: 'OpenID Connect Core §3.1.2.6',
    meaning: 'The user must consent, but the request does not allow a prompt.',
  },
  account_selection_required: {
    status: 400,
    clause: 'OpenID Connect Core §3.1.2.6',
    meaning: 'The user must choose an account, but the request does not allow a prompt.',
  },
  unmet_authentication_requirements: {
    status: 400,
    clause: 'OpenID Connect Core §5.5.1.1',
    meaning: 'The user cannot authenticate as the request demands.',
  },
  invalid_request_object: {
    status: 400,
    clause: 'RFC 9101 §6',
    meaning: 'The request object is not valid.',
  },
  invalid_request_uri: {
    status: 400,
    clause: 'RFC 9101 §6',
    meaning: 'The URL of the request object is not registered, or returns no usable document.',
  },
  request_uri_not_supported: {
    status: 400,
    clause: 'RFC 9101 §6',
    meaning: 'The client has no registered request_uri.',
  },
  invalid_target: {
    status: 400,
    clause: 'RFC 8693 §2.2.2',
    meaning: 'The audience or resource is not allowed.',
  },
  invalid_token: { status: 401, clause: 'RFC 6750 §3.1', meaning: 'The access token is not valid.' },
  insufficient_scope: {
    status: 403,
    clause: 'RFC 6750 §3.1',
    meaning: 'The scope of the access token is insufficient.',
  },
  invalid_redirect_uri: {
    status: 400,
    clause: 'RFC 7591 §3.2.2',
    meaning: 'A redirect URI of the registration is not allowed.',
  },
  invalid_client_metadata: {
    status: 400,
    clause: 'RFC 7591 §3.2.2',
    meaning: 'A member of the registration is not valid or not allowed.',
  },
  invalid_software_statement: {
    status: 400,
    clause: 'RFC 7591 §3.2.2',
    meaning: 'The software statement is not valid.',
  },
  unapproved_software_statement: {
    status: 400,
    clause: 'RFC 7591 §3.2.2',
    meaning: 'The issuer of the software statement is not trusted.',
  },
  invalid_dpop_proof: { status: 400, clause: 'RFC 9449 §5', meaning: 'The DPoP proof is not valid.' },
  use_dpop_nonce: {
    status: 400,
    clause: 'RFC 9449 §8',
    meaning: 'The DPoP proof must have the nonce of the DPoP-Nonce header.',
  },
} as const satisfies Record<string, { status: number; clause: string; meaning: string }>;

export type OAuthErrorCode = keyof typeof oauthErrorCodes;
