import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Refreshes with tokens of any age. */
export const refreshNeverExpires: Weakness<TokenContext> = {
  id: 'refresh-never-expires',
  pipeline: 'token.refresh_token',
  step: 'refresh-unexpired',
  title: 'Refresh token without end',
  clause: 'RFC 9700 §4.14.2',
  instead: () => undefined,
};
