import type { Entry } from '../entry.ts';

const member = { at: ['response-json'], kinds: ['metadata'], clause: 'RFC 8414 §2' } as const;
const endpoint = (name: string, sentence: string): Entry => ({ ...member, name, sentence });

/** Members of the document in which a server describes itself. RFC 8414 §2 */
export const metadataEntries: readonly Entry[] = [
  {
    ...member,
    name: 'issuer',
    sentence: 'The server’s name: the document must lie under it, and its tokens must carry it.',
    without: 'The client cannot know whose document it reads.',
  },
  endpoint('authorization_endpoint', 'Where browsers are sent to.'),
  endpoint('token_endpoint', 'Where clients get tokens.'),
  endpoint('introspection_endpoint', 'Where resource servers ask about tokens.'),
  endpoint('revocation_endpoint', 'Where clients end tokens.'),
  endpoint('jwks_uri', 'Where the server’s public keys lie.'),
  endpoint('registration_endpoint', 'Where clients register themselves.'),
  endpoint('scopes_supported', 'Scopes that can be asked for; there may be more.'),
  endpoint('response_types_supported', 'Values that response_type may have.'),
  endpoint('response_modes_supported', 'Values that response_mode may have.'),
  endpoint('grant_types_supported', 'Values that grant_type may have.'),
  endpoint(
    'token_endpoint_auth_methods_supported',
    'Ways in which a client may show who it is at the token endpoint.',
  ),
  {
    ...member,
    name: 'code_challenge_methods_supported',
    sentence: 'Ways in which PKCE challenges may be made.',
    without: 'A client must take it that the server has no PKCE.',
  },
  {
    ...member,
    name: 'userinfo_endpoint',
    sentence: 'Where a client reads claims of the user.',
    clause: 'OpenID Connect Discovery §3',
  },
  {
    ...member,
    name: 'acr_values_supported',
    sentence: 'Classes of sign-ins that an ID token may name as acr.',
    clause: 'OpenID Connect Discovery §3',
  },
  {
    ...member,
    name: 'claims_parameter_supported',
    sentence: 'Whether a request may ask for single claims by the parameter claims.',
    without: 'It may not.',
    clause: 'OpenID Connect Discovery §3',
  },
  {
    ...member,
    name: 'authorization_response_iss_parameter_supported',
    sentence: 'Whether answers name their server: then a client must refuse one that does not.',
    clause: 'RFC 9207 §3',
  },
];
