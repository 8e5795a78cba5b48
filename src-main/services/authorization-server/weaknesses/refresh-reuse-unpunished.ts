import type { Weakness } from '#main/platform/pipeline.ts';
import { invalidGrant } from '../errors.ts';
import type { TokenContext } from '../token/context.ts';
import { found } from '../token/context.ts';

/** Refuses the rolled token and lets whoever has its successor go on. */
export const refreshReuseUnpunished: Weakness<TokenContext> = {
  id: 'refresh-reuse-unpunished',
  pipeline: 'token.refresh_token',
  step: 'refresh-not-reused',
  title: 'Reuse of a rolled refresh token goes unpunished',
  clause: 'RFC 9700 §4.14.2',
  instead: ({ refreshToken }) => {
    if (found(refreshToken).rolledAtMillis !== null) throw invalidGrant('The refresh token was rolled.');
  },
};
