import type { AuthorizeContext } from '../authorize/context.ts';
import type { Weakness } from '../pipeline.ts';

/** Begins flows without a challenge although the registration demands one. */
export const challengeOptional: Weakness<AuthorizeContext> = {
  id: 'challenge-optional',
  pipeline: 'authorize',
  step: 'challenge-required',
  title: 'PKCE not demanded of clients that must use it',
  clause: 'RFC 9700 §2.1.1',
  instead: () => undefined,
};
