import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Refreshes after the grant was revoked. */
export const refreshAfterRevocation: Weakness<TokenContext> = {
  id: 'refresh-after-revocation',
  pipeline: 'token.refresh_token',
  step: 'refresh-unrevoked',
  title: 'Revoked refresh token still works',
  clause: 'RFC 7009 §2.1',
  instead: () => undefined,
};
