import type { Entry } from '../entry.ts';

const member = { at: ['response-json'], kinds: ['metadata'], clause: 'RFC 8414 §2' } as const;
const endpoint = (name: string, sentence: string): Entry => ({ ...member, name, sentence });

/** Members of the document in which a server describes itself. RFC 8414 §2 */
export const metadataEntries: readonly Entry[] = [
  {
    ...member,
    name: 'issuer',
    sentence: 'The server’s identifier: the metadata is below it, and tokens contain it.',
    without: 'The client cannot know which server the document belongs to.',
  },
  endpoint('authorization_endpoint', 'Where browsers are sent to.'),
  endpoint('token_endpoint', 'Where clients get tokens.'),
  endpoint('introspection_endpoint', 'Where resource servers introspect tokens.'),
  endpoint('revocation_endpoint', 'Where clients revoke tokens.'),
  endpoint('jwks_uri', 'Where the server publishes its public keys.'),
  endpoint('registration_endpoint', 'Where clients register themselves.'),
  endpoint('scopes_supported', 'Scopes that clients can request. The list may be incomplete.'),
  endpoint('response_types_supported', 'Supported values of response_type.'),
  endpoint('response_modes_supported', 'Supported values of response_mode.'),
  endpoint('grant_types_supported', 'Supported values of grant_type.'),
  endpoint(
    'token_endpoint_auth_methods_supported',
    'The supported client authentication methods at the token endpoint.',
  ),
  {
    ...member,
    name: 'code_challenge_methods_supported',
    sentence: 'The supported PKCE challenge methods.',
    without: 'A client must assume that the server does not support PKCE.',
  },
  {
    ...member,
    name: 'resource',
    sentence: 'Identifier of the resource: the address for which the metadata was found.',
    without: 'The client must not use the document.',
    clause: 'RFC 9728 §2',
  },
  {
    ...member,
    name: 'authorization_servers',
    sentence: 'Issuers whose tokens the resource accepts.',
    without: 'The client has to know the server otherwise.',
    clause: 'RFC 9728 §2',
  },
  {
    ...member,
    name: 'userinfo_endpoint',
    sentence: 'The endpoint that returns claims about the user.',
    clause: 'OpenID Connect Discovery §3',
  },
  {
    ...member,
    name: 'acr_values_supported',
    sentence: 'The authentication context classes that ID tokens may contain as acr.',
    clause: 'OpenID Connect Discovery §3',
  },
  {
    ...member,
    name: 'claims_parameter_supported',
    sentence: 'Whether the claims parameter is supported.',
    without: 'The parameter is not supported.',
    clause: 'OpenID Connect Discovery §3',
  },
  {
    ...member,
    name: 'authorization_response_iss_parameter_supported',
    sentence: 'Whether responses contain iss; a client must then reject responses without it.',
    clause: 'RFC 9207 §3',
  },
  {
    ...member,
    name: 'pushed_authorization_request_endpoint',
    sentence: 'Where clients push authorization requests before they send the browser.',
    clause: 'RFC 9126 §5',
  },
  {
    ...member,
    name: 'end_session_endpoint',
    sentence: 'Where clients send the browser to sign the user out.',
    without: 'Clients cannot sign users out at the server.',
    clause: 'OpenID Connect RP-Initiated Logout §2.1',
  },
  {
    ...member,
    name: 'backchannel_logout_supported',
    sentence: 'Whether the server tells clients directly that a user signed out.',
    without: 'Clients do not learn that a user signed out elsewhere.',
    clause: 'OpenID Connect Back-Channel Logout §2.1',
  },
  {
    ...member,
    name: 'backchannel_logout_session_supported',
    sentence: 'Whether logout tokens name the session by sid.',
    without: 'A logout token ends all sessions of the user at the client.',
    clause: 'OpenID Connect Back-Channel Logout §2.1',
  },
  {
    ...member,
    name: 'require_pushed_authorization_requests',
    sentence: 'Whether every authorization request must be pushed.',
    without: 'Requests may also travel through the browser.',
    clause: 'RFC 9126 §5',
  },
  {
    ...member,
    name: 'require_signed_request_object',
    sentence: 'Whether every authorization request must be a signed request object.',
    without: 'Requests without a request object are supported.',
    clause: 'RFC 9101 §10.5',
  },
  {
    ...member,
    name: 'authorization_signing_alg_values_supported',
    sentence: 'The signature algorithms of responses that are JWTs.',
    clause: 'JARM §4',
  },
];
