import type { Weakness } from '#main/platform/pipeline.ts';
import { invalidGrant } from '../errors.ts';
import type { TokenContext } from '../token/context.ts';
import { found } from '../token/context.ts';

/** Refuses the second use and lets the thief keep what the first one brought. */
export const codeReplayUnpunished: Weakness<TokenContext> = {
  id: 'code-replay-unpunished',
  pipeline: 'token.authorization_code',
  step: 'code-unused',
  title: 'Replayed code leaves its tokens valid',
  clause: 'RFC 6749 §4.1.2',
  instead: ({ code }) => {
    if (found(code).used) throw invalidGrant('Authorization code is invalid or expired.');
  },
};
