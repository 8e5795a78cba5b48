/** How somebody proved who they are at this server, by the names of RFC 8176 §2: a password, or a PIN. */
export type AuthenticationMethod = 'pwd' | 'pin';

/**
 * The class of a sign-in with one secret that somebody knows. Nothing here is better than that, and what another server
 * did is for that server to say. OpenID Connect Core §2
 */
const oneSecret = '1';

/** The classes that an ID token may name. OpenID Connect Discovery §3 */
export const authenticationClasses = [oneSecret] as const;

/**
 * The claims of an ID token about how its user signed in: facts that this server knows, and none where another server
 * vouched.
 * OpenID Connect Core §2, RFC 8176 §1
 */
export function authenticationClaims(methods: readonly AuthenticationMethod[]): object {
  return methods.length === 0 ? {} : { acr: oneSecret, amr: methods };
}
