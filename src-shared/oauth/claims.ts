/** Which claims a scope asks for. OpenID Connect Core §5.4 */
export const scopeClaims: Readonly<Record<string, readonly string[]>> = {
  profile: [
    'name',
    'family_name',
    'given_name',
    'middle_name',
    'nickname',
    'preferred_username',
    'profile',
    'picture',
    'website',
    'gender',
    'birthdate',
    'zoneinfo',
    'locale',
    'updated_at',
  ],
  email: ['email', 'email_verified'],
  address: ['address'],
  phone: ['phone_number', 'phone_number_verified'],
};

const standardClaims = new Set(Object.values(scopeClaims).flat());
/** The claims of the protocol itself in a token: no claim of a user may replace them. RFC 7519 §4.1 */
const protocolClaims = new Set([
  'iss',
  'sub',
  'aud',
  'exp',
  'nbf',
  'iat',
  'jti',
  'azp',
  'nonce',
  'auth_time',
  'at_hash',
  'c_hash',
  's_hash',
  'sid',
  'acr',
  'amr',
  'act',
  'scope',
  'client_id',
]);

/** Returns the claims of a token about its user, without those of the protocol. OpenID Connect Core §2 */
export function userClaims(claims: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !protocolClaims.has(name)));
}

/**
 * The claims of a user that the scopes let a client see: standard ones by their scope, a user's own ones always.
 * OpenID Connect Core §5.4
 */
export function claimsForScopes(
  claims: Readonly<Record<string, unknown>>,
  scopes: readonly string[],
): Readonly<Record<string, unknown>> {
  const wanted = new Set(scopes.flatMap((scope) => scopeClaims[scope] ?? []));
  return Object.fromEntries(
    Object.entries(userClaims(claims)).filter(([name]) => wanted.has(name) || !standardClaims.has(name)),
  );
}
