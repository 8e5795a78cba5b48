import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';

/** Lets an old sign-in pass for a fresh one. */
export const maxAgeIgnored: Weakness<AuthorizeContext> = {
  id: 'max-age-ignored',
  pipeline: 'authorize',
  step: 'max-age',
  title: 'max_age not heeded',
  clause: 'OpenID Connect Core §3.1.2.1',
  instead: () => undefined,
};
