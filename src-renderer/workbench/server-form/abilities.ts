/** Metadata of an authorization server. RFC 8414 §2 */
export type ServerMetadata = Readonly<Record<string, unknown>>;

function listOf(metadata: ServerMetadata, name: string): readonly string[] {
  const value = metadata[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

const has =
  (name: string, ...wanted: readonly string[]) =>
  (metadata: ServerMetadata) => {
    const listed = listOf(metadata, name);
    return wanted.length === 0 ? listed.length > 0 : wanted.some((value) => listed.includes(value));
  };
const isSet = (name: string) => (metadata: ServerMetadata) => metadata[name] === true;
const isNamed = (name: string) => (metadata: ServerMetadata) => typeof metadata[name] === 'string';

/** An absent list means these two. RFC 8414 §2 */
const defaultGrants: readonly string[] = ['authorization_code', 'implicit'];
const takesGrant = (grant: string) => (metadata: ServerMetadata) =>
  metadata['grant_types_supported'] === undefined
    ? defaultGrants.includes(grant)
    : listOf(metadata, 'grant_types_supported').includes(grant);

/** The abilities of a server, by its metadata, under the names of the documents. */
const abilities: Readonly<Record<string, (metadata: ServerMetadata) => boolean>> = {
  authorization_code: takesGrant('authorization_code'),
  'PKCE (S256)': has('code_challenge_methods_supported', 'S256'),
  refresh_token: takesGrant('refresh_token'),
  client_credentials: takesGrant('client_credentials'),
  'jwt-bearer': takesGrant('urn:ietf:params:oauth:grant-type:jwt-bearer'),
  'saml2-bearer': takesGrant('urn:ietf:params:oauth:grant-type:saml2-bearer'),
  'token-exchange': takesGrant('urn:ietf:params:oauth:grant-type:token-exchange'),
  private_key_jwt: has('token_endpoint_auth_methods_supported', 'private_key_jwt'),
  PAR: isNamed('pushed_authorization_request_endpoint'),
  JAR: has('request_object_signing_alg_values_supported'),
  JARM: has('response_modes_supported', 'jwt', 'query.jwt'),
  DPoP: has('dpop_signing_alg_values_supported'),
  iss: isSet('authorization_response_iss_parameter_supported'),
  introspection: isNamed('introspection_endpoint'),
  revocation: isNamed('revocation_endpoint'),
  'client registration': isNamed('registration_endpoint'),
  'client ID metadata documents': isSet('client_id_metadata_document_supported'),
  'RP-initiated logout': isNamed('end_session_endpoint'),
  'back-channel logout': isSet('backchannel_logout_supported'),
};

/** Demands of profiles that metadata can show. */
export type DemandId =
  | 'pkce'
  | 'no-implicit'
  | 'no-password'
  | 'code-only'
  | 'pushed'
  | 'push-required'
  | 'iss'
  | 'key-authentication'
  | 'sender-constrained';

type Judge = (metadata: ServerMetadata) => boolean;

const allOf = (name: string, allowed: readonly string[]) => (metadata: ServerMetadata) => {
  const listed = listOf(metadata, name);
  return listed.length > 0 && listed.every((value) => allowed.includes(value));
};
const keyMethods = ['private_key_jwt', 'tls_client_auth', 'self_signed_tls_client_auth'];

const isMet: Readonly<Record<DemandId, Judge>> = {
  pkce: has('code_challenge_methods_supported', 'S256'),
  'no-implicit': (metadata) =>
    !listOf(metadata, 'response_types_supported').some((type) => type.split(' ').includes('token')),
  'no-password': (metadata) => !takesGrant('password')(metadata),
  'code-only': allOf('response_types_supported', ['code']),
  pushed: isNamed('pushed_authorization_request_endpoint'),
  'push-required': isSet('require_pushed_authorization_requests'),
  iss: isSet('authorization_response_iss_parameter_supported'),
  'key-authentication': allOf('token_endpoint_auth_methods_supported', keyMethods),
  'sender-constrained': (metadata) =>
    has('dpop_signing_alg_values_supported')(metadata) ||
    isSet('tls_client_certificate_bound_access_tokens')(metadata),
};

const common: readonly DemandId[] = ['pkce', 'no-implicit', 'no-password'];

/** Demands of profiles on a server, as far as its metadata shows them. OAuth 2.1 §10, FAPI 2.0 Security Profile §5.3.2 */
const demands: readonly (readonly [profile: string, ids: readonly DemandId[]])[] = [
  ['OAuth 2.1', common],
  [
    'FAPI 2.0',
    [...common, 'code-only', 'pushed', 'push-required', 'iss', 'key-authentication', 'sender-constrained'],
  ],
];

/** Names of what a server can do. */
export function abilitiesOf(metadata: ServerMetadata): readonly string[] {
  return Object.entries(abilities).flatMap(([name, isOffered]) => (isOffered(metadata) ? [name] : []));
}

/** The demands of each profile that the metadata of a server does not show as met. */
export function gapsOf(
  metadata: ServerMetadata,
): readonly { readonly profile: string; readonly gaps: readonly DemandId[] }[] {
  return demands.map(([profile, ids]) => ({ profile, gaps: ids.filter((id) => !isMet[id](metadata)) }));
}
