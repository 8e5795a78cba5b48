import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Refreshes tokens of people who were taken off the list. */
export const userGoneRefreshes: Weakness<TokenContext> = {
  id: 'user-gone-refreshes',
  pipeline: 'token.refresh_token',
  step: 'user-known',
  title: 'Refresh for users who are gone',
  clause: 'RFC 6749 §5.2',
  instead: () => undefined,
};
