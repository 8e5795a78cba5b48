export {
  type AuditEvent,
  type AuditEventType,
  auditEventFields,
  auditEvents,
  matchesEventPattern,
} from './audit-events.ts';
export { base64urlDecode, base64urlEncode } from './base64url.ts';
export { tokenChallenge } from './challenge.ts';
export { claimsForScopes, scopeClaims, userClaims } from './claims.ts';
export {
  askedClaims,
  type ClaimRequest,
  type ClaimsRequest,
  parseClaimsRequest,
  scopeOfClaim,
} from './claims-request.ts';
export {
  assertionAlgorithms,
  clientAssertionTyp,
  jwtAssertionType,
  methodOfAlgorithm,
} from './client-assertion.ts';
export {
  type ClientAuthentication,
  type ConfidentialAuthentication,
  clientAuthentications,
  clientAuthenticationTable,
  confidentialAuthentications,
  type HostedAuthentication,
  hostedAuthentications,
  isPublicRegistration,
  type SecretAuthentication,
} from './client-authentication.ts';
export { documentUrlFault, looksLikeDocumentUrl } from './client-document-url.ts';
export {
  dpopAlgorithms,
  dpopProofAgeSeconds,
  dpopProofAheadSeconds,
  dpopProofTyp,
  isJwkThumbprint,
} from './dpop.ts';
export {
  authorizationPath,
  endSessionPath,
  grantsPath,
  introspectionPath,
  jwksPath,
  providerCallbackPath,
  pushedAuthorizationPath,
  registrationPath,
  revocationPath,
  tokenPath,
  userinfoPath,
} from './endpoint-paths.ts';
export { type OAuthErrorCode, oauthErrorCodes } from './error-codes.ts';
export { cleanErrorDescription } from './error-description.ts';
export {
  decodeFormComponent,
  echoEncoded,
  emptyForm,
  type Form,
  type FormField,
  formatForm,
  formatScope,
  formEncode,
  formField,
  formValue,
  isScopeSubset,
  parseForm,
  parseScope,
  percentEncode,
  scopesOutside,
} from './form.ts';
export {
  type Capability,
  type GrantId,
  givesRefreshToken,
  grantIds,
  grantOfType,
  grants,
  jwtBearerGrantType,
  samlBearerGrantType,
  type TokenGrantId,
  tokenExchangeGrantType,
  tokenGrantIds,
  validateBearerGrantType,
} from './grants.ts';
export { idJagDraft, idJagGrantProfile, idJagTokenType, idJagTyp, jwtGrantTyp } from './id-jag.ts';
export {
  codeChallenge,
  isCodeChallenge,
  isCodeVerifier,
  type PkceMethod,
  parsePkceMethod,
  pkceMethods,
} from './pkce.ts';
export {
  coversScopes,
  describedResource,
  isSameResource,
  resourceMetadata,
  resourceMetadataPath,
  resourceMetadataUrl,
  resourceMetadataUrls,
  scopeUnion,
  serverMetadataUrls,
} from './protected-resource.ts';
export { hasDangerousScheme, isRedirectUri, isSameRedirectUri, withQuery } from './redirect-uri.ts';
export {
  issuesInFront,
  parseResponseType,
  type ResponseMode,
  type ResponseType,
  responseModes,
  responseTypeNames,
  responseTypes,
  type SignedResponseMode,
  signedResponseModes,
} from './response-types.ts';
export { unwrappedResponse } from './signed-response.ts';
export { type IssuedKind, type StateEdge, stateEdges } from './token-states.ts';
export { utf8Decode, utf8Encode } from './utf8.ts';
