import { authorizationCodeGrant } from './authorization-code.ts';
import { clientCredentialsGrant } from './client-credentials.ts';
import type { Grant } from './grant.ts';
import { passwordGrant } from './password.ts';
import { refreshTokenGrant } from './refresh-token.ts';
import { samlBearerGrant } from './saml2-bearer.ts';
import { tokenExchangeGrant } from './token-exchange.ts';
import { validateBearerGrant } from './validate-bearer.ts';

export type { Grant } from './grant.ts';

/** Every grant that the token endpoint takes. */
export const grants: readonly Grant[] = [
  authorizationCodeGrant,
  clientCredentialsGrant,
  passwordGrant,
  refreshTokenGrant,
  samlBearerGrant,
  tokenExchangeGrant,
  validateBearerGrant,
];
