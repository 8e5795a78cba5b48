import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Takes an assertion as often as it comes. */
export const samlReplayed: Weakness<TokenContext> = {
  id: 'saml-replayed',
  pipeline: 'token.saml2_bearer',
  step: 'saml-not-replayed',
  title: 'Assertion may be used again',
  clause: 'RFC 7522 §3 (7)',
  instead: () => undefined,
};
