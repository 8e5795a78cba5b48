import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';
import { found } from '../token/context.ts';

/** Takes assertions that were meant for another recipient, or not for bearers. */
export const samlRecipientIgnored: Weakness<TokenContext> = {
  id: 'saml-recipient-ignored',
  pipeline: 'token.saml2_bearer',
  step: 'saml-confirmation',
  title: 'Confirmation of the assertion not checked',
  clause: 'RFC 7522 §3 (5)',
  instead: ({ saml, nowMillis }) => {
    found(saml).notOnOrAfterMillis ??= nowMillis;
  },
};
