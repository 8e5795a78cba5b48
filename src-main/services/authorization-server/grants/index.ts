import { authorizationCodeGrant } from './authorization-code.ts';
import { clientCredentialsGrant } from './client-credentials.ts';
import type { Grant } from './grant.ts';
import { refreshTokenGrant } from './refresh-token.ts';
import { validateBearerGrant } from './validate-bearer.ts';

export type { Grant } from './grant.ts';

/** Every grant that the token endpoint takes. */
export const grants: readonly Grant[] = [
  authorizationCodeGrant,
  clientCredentialsGrant,
  refreshTokenGrant,
  validateBearerGrant,
];
