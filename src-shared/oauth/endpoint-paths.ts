/** Paths of the authorization server below its base URL. */
export const authorizationPath = '/as/authorization.oauth2';
/** Where clients push authorization requests, before the browser comes. RFC 9126 §2 */
export const pushedAuthorizationPath = '/as/par.oauth2';
/** Where clients register themselves, and manage their registrations. RFC 7591 §3, RFC 7592 §2 */
export const registrationPath = '/as/clients.oauth2';
export const tokenPath = '/as/token.oauth2';
export const introspectionPath = '/as/introspect.oauth2';
export const revocationPath = '/as/revoke_token.oauth2';
export const userinfoPath = '/as/userinfo.openid';
/** Where a client sends the browser to sign its user out. OpenID Connect RP-Initiated Logout §2 */
export const endSessionPath = '/as/end_session.openid';
export const jwksPath = '/as/jwks';
/** Where an OpenID provider sends a user back who signed in there. */
export const providerCallbackPath = '/as/provider-callback';
/** Where users see what they allowed, and take it back. */
export const grantsPath = '/as/grants';
