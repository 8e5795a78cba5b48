import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Lets any client use any refresh token. */
export const refreshNotBound: Weakness<TokenContext> = {
  id: 'refresh-not-bound',
  pipeline: 'token.refresh_token',
  step: 'refresh-is-clients',
  title: 'Refresh token not bound to the client',
  clause: 'RFC 9700 §4.14.2',
  instead: () => undefined,
};
