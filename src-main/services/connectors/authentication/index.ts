import type { AuthenticationMethod } from '#shared/connectors/index.ts';
import { type AuthenticationKit, type Authenticator, noProof } from './authenticator.ts';
import { basicAuthenticator } from './basic.ts';
import { jwtAuthenticator } from './jwt-token.ts';
import { oauthAuthenticator } from './oauth.ts';
import { tokenAuthenticator } from './token.ts';

/** The methods by their names in the configuration. Spec 2 §5 */
const methods: Readonly<Record<AuthenticationMethod, (kit: AuthenticationKit) => Authenticator>> = {
  BASIC: basicAuthenticator,
  OAUTH: oauthAuthenticator,
  JWT_TOKEN: jwtAuthenticator,
  TOKEN: tokenAuthenticator,
  NONE: () => ({ prove: () => noProof, refused: () => false }),
};

/** Creates the authenticator that the configuration names. */
export function createAuthenticator(kit: AuthenticationKit): Authenticator {
  return methods[kit.properties.authenticationMethod](kit);
}
