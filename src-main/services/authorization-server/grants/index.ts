import type { TokenGrantId } from '#shared/oauth/index.ts';
import { authorizationCodeGrant } from './authorization-code.ts';
import { clientCredentialsGrant } from './client-credentials.ts';
import type { Grant } from './grant.ts';
import { jwtBearerGrant } from './jwt-bearer.ts';
import { passwordGrant } from './password.ts';
import { refreshTokenGrant } from './refresh-token.ts';
import { samlBearerGrant } from './saml2-bearer.ts';
import { tokenExchangeGrant } from './token-exchange.ts';
import { validateBearerGrant } from './validate-bearer.ts';

/** Behaviour of each grant of the token endpoint. */
export const grantBehaviours: Readonly<Record<TokenGrantId, Grant>> = {
  authorization_code: authorizationCodeGrant,
  refresh_token: refreshTokenGrant,
  client_credentials: clientCredentialsGrant,
  password: passwordGrant,
  saml2_bearer: samlBearerGrant,
  jwt_bearer: jwtBearerGrant,
  token_exchange: tokenExchangeGrant,
  validate_bearer: validateBearerGrant,
};
