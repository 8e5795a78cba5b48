import type { HttpResponse } from '#main/platform/http.ts';
import {
  assertionAlgorithms,
  authorizationPath,
  confidentialAuthentications,
  dpopAlgorithms,
  endSessionPath,
  grantIds,
  grants,
  hostedAuthentications,
  idJagGrantProfile,
  idJagTokenType,
  introspectionPath,
  jwksPath,
  pkceMethods,
  pushedAuthorizationPath,
  registrationPath,
  responseModes,
  responseTypeNames,
  revocationPath,
  scopeClaims,
  signedResponseModes,
  tokenPath,
  userinfoPath,
} from '#shared/oauth/index.ts';
import { signingAlgorithms } from '#shared/workspace/index.ts';
import { authenticationClasses } from './authentication.ts';
import { requestObjectAlgorithms } from './authorize/request-object.ts';
import { catalogue } from './pages/texts.ts';
import { narrowedMetadata } from './profiles/narrowed-metadata.ts';
import type { Runtime } from './runtime.ts';

/** Both halves of the draft. draft-ietf-oauth-identity-assertion-authz-grant-04 §7 */
const idJagMetadata = {
  identity_chaining_requested_token_types_supported: [idJagTokenType],
  authorization_grant_profiles_supported: [idJagGrantProfile],
};

/** Describes the server to clients that find it by its address; it names nothing that is not there. RFC 8414 §2, OpenID Connect Discovery §3 */
export function handleMetadata(runtime: Runtime): HttpResponse {
  const issuer = runtime.issuer();
  const settings = runtime.settings();
  const vendor = runtime.vendor();
  const clients = runtime.registrations().clients();
  const { enabled: hasDocuments } = settings.clientIdMetadataDocuments;
  const isOpen = settings.registration !== 'off' || hasDocuments;
  const scopes = new Set([
    'openid',
    ...Object.keys(scopeClaims),
    ...clients.flatMap((client) => client.scopes),
    ...(isOpen ? settings.registrationPolicy.scopes : []),
  ]);
  const document = {
    issuer,
    authorization_endpoint: `${issuer}${authorizationPath}`,
    pushed_authorization_request_endpoint: `${issuer}${pushedAuthorizationPath}`,
    require_pushed_authorization_requests: settings.requirePushedAuthorizationRequests,
    token_endpoint: `${issuer}${tokenPath}`,
    ...(settings.registration === 'off' ? {} : { registration_endpoint: `${issuer}${registrationPath}` }),
    ...(hasDocuments ? { client_id_metadata_document_supported: true } : {}),
    introspection_endpoint: `${issuer}${introspectionPath}`,
    revocation_endpoint: `${issuer}${revocationPath}`,
    userinfo_endpoint: `${issuer}${userinfoPath}`,
    end_session_endpoint: `${issuer}${endSessionPath}`,
    jwks_uri: `${issuer}${jwksPath}`,
    scopes_supported: [...scopes],
    response_types_supported: responseTypeNames,
    response_modes_supported: [...responseModes, ...signedResponseModes],
    authorization_signing_alg_values_supported: signingAlgorithms,
    grant_types_supported: grantIds.map((id) => grants[id].grantType(vendor.urn)),
    token_endpoint_auth_methods_supported: hostedAuthentications,
    token_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    // Clients that may ask without a proof can try tokens out. RFC 7662 §4
    introspection_endpoint_auth_methods_supported: confidentialAuthentications,
    introspection_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    revocation_endpoint_auth_methods_supported: hostedAuthentications,
    revocation_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    dpop_signing_alg_values_supported: dpopAlgorithms,
    ...(settings.idJag ? idJagMetadata : {}),
    code_challenge_methods_supported: settings.allowPlainPkce ? pkceMethods : ['S256'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: signingAlgorithms,
    request_parameter_supported: true,
    request_uri_parameter_supported: true,
    require_request_uri_registration: true,
    require_signed_request_object: settings.requireSignedRequestObject,
    request_object_signing_alg_values_supported: requestObjectAlgorithms,
    claims_supported: ['sub', 'auth_time', 'acr', 'amr', 'sid', ...Object.values(scopeClaims).flat()],
    claims_parameter_supported: true,
    acr_values_supported: authenticationClasses,
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    authorization_response_iss_parameter_supported: settings.issuerInResponse,
    ui_locales_supported: Object.keys(catalogue),
  };
  return {
    status: 200,
    headers: ['Content-Type', 'application/json;charset=UTF-8', 'Cache-Control', 'no-store'],
    body: JSON.stringify(narrowedMetadata(document, settings.profile)),
  };
}
