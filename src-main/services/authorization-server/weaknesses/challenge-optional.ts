import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';

/** Begins flows without a challenge although the registration demands one. */
export const challengeOptional: Weakness<AuthorizeContext> = {
  id: 'challenge-optional',
  pipeline: 'authorize',
  step: 'challenge-required',
  title: 'PKCE not demanded of clients that must use it',
  clause: 'RFC 9700 §2.1.1',
  instead: () => undefined,
};
