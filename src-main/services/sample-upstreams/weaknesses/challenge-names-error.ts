import { sentTokens } from '#main/platform/bearer-token.ts';
import type { Weakness } from '#main/platform/pipeline.ts';
import type { ResourceContext } from '../resource/context.ts';
import { invalidToken } from '../resource/refusal.ts';

/** Tells a client that sent no token that its token is invalid. */
export const challengeNamesError: Weakness<ResourceContext> = {
  id: 'challenge-names-error',
  pipeline: 'orders',
  step: 'token-given',
  title: 'Challenge with an error code where no token was sent',
  clause: 'RFC 6750 §3',
  instead: (context, original) => {
    if (sentTokens(context.request).length === 0) throw invalidToken('No token was sent.');
    return original();
  },
};
