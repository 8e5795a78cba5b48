/** Error codes of OAuth 2.0 with the HTTP status that a token endpoint answers by default, and what each means. */
export const oauthErrorCodes = {
  invalid_request: {
    status: 400,
    clause: 'RFC 6749 §5.2',
    meaning: 'The request is incomplete or malformed.',
  },
  invalid_client: { status: 401, clause: 'RFC 6749 §5.2', meaning: 'The client did not prove who it is.' },
  invalid_grant: {
    status: 400,
    clause: 'RFC 6749 §5.2',
    meaning: 'The code or token is not valid for this use.',
  },
  unauthorized_client: {
    status: 400,
    clause: 'RFC 6749 §5.2',
    meaning: 'The client may not use this grant.',
  },
  unsupported_grant_type: {
    status: 400,
    clause: 'RFC 6749 §5.2',
    meaning: 'The server has no such grant type.',
  },
  invalid_scope: { status: 400, clause: 'RFC 6749 §5.2', meaning: 'The scope is unknown or too wide.' },
  access_denied: { status: 403, clause: 'RFC 6749 §4.1.2.1', meaning: 'The user or the server refused.' },
  unsupported_response_type: {
    status: 400,
    clause: 'RFC 6749 §4.1.2.1',
    meaning: 'The server has no such response type.',
  },
  server_error: { status: 500, clause: 'RFC 6749 §4.1.2.1', meaning: 'The server failed.' },
  temporarily_unavailable: {
    status: 503,
    clause: 'RFC 6749 §4.1.2.1',
    meaning: 'The server cannot answer now.',
  },
  login_required: {
    status: 400,
    clause: 'OpenID Connect Core §3.1.2.6',
    meaning: 'The user has to sign in, and the request forbids to ask.',
  },
  consent_required: {
    status: 400,
    clause: 'OpenID Connect Core §3.1.2.6',
    meaning: 'The user has to consent, and the request forbids to ask.',
  },
  account_selection_required: {
    status: 400,
    clause: 'OpenID Connect Core §3.1.2.6',
    meaning: 'The user has to choose an account, and the request forbids to ask.',
  },
  invalid_request_object: {
    status: 400,
    clause: 'RFC 9101 §6',
    meaning: 'The request object is not valid.',
  },
  invalid_request_uri: {
    status: 400,
    clause: 'RFC 9101 §6',
    meaning: 'The address of the request object is not registered, or nothing usable lies there.',
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
    meaning: 'The access token does not reach that far.',
  },
} as const satisfies Record<string, { status: number; clause: string; meaning: string }>;

export type OAuthErrorCode = keyof typeof oauthErrorCodes;
