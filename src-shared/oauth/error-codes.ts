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
} as const satisfies Record<string, { status: number; clause: string; meaning: string }>;

export type OAuthErrorCode = keyof typeof oauthErrorCodes;
