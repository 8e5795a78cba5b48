import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';

/** Issues ID tokens that nothing ties to a request. */
export const nonceOptional: Weakness<AuthorizeContext> = {
  id: 'nonce-optional',
  pipeline: 'authorize',
  step: 'nonce-given',
  title: 'ID token without nonce',
  clause: 'OpenID Connect Core §3.2.2.1',
  instead: () => undefined,
};
