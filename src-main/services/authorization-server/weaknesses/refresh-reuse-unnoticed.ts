import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Does not notice that two hold one refresh token. */
export const refreshReuseUnnoticed: Weakness<TokenContext> = {
  id: 'refresh-reuse-unnoticed',
  pipeline: 'token.refresh_token',
  step: 'refresh-not-reused',
  title: 'Rolled refresh token still works',
  clause: 'RFC 9700 §4.14.2',
  instead: () => undefined,
};
