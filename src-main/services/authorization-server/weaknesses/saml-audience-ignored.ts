import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Takes assertions that were made for another server. */
export const samlAudienceIgnored: Weakness<TokenContext> = {
  id: 'saml-audience-ignored',
  pipeline: 'token.saml2_bearer',
  step: 'saml-audience',
  title: 'Audience of the assertion not compared',
  clause: 'RFC 7522 §3 (2)',
  instead: () => undefined,
};
