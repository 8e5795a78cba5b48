import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Tells resource servers that a token is good after it was revoked. */
export const validationAfterRevocation: Weakness<TokenContext> = {
  id: 'validation-after-revocation',
  pipeline: 'token.validate_bearer',
  step: 'token-unrevoked',
  title: 'Revoked token validates',
  clause: 'RFC 7009 §2.1',
  instead: () => undefined,
};
