import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Tells resource servers that a token is good after its end. */
export const validationAfterExpiry: Weakness<TokenContext> = {
  id: 'validation-after-expiry',
  pipeline: 'token.validate_bearer',
  step: 'token-unexpired',
  title: 'Expired token validates',
  clause: 'RFC 6750 §3.1',
  instead: () => undefined,
};
