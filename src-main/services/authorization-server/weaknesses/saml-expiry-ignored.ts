import type { Weakness } from '#main/platform/pipeline.ts';
import { conditionsStep, confirmationStep, type Moment } from '#main/services/saml/index.ts';
import { guarded, recipientsOf } from '../grants/saml2-bearer.ts';
import { found, type TokenContext } from '../token/context.ts';

/** Takes assertions that are over, or not valid yet. */
export const samlExpiryIgnored: Weakness<TokenContext> = {
  id: 'saml-expiry-ignored',
  pipeline: 'token.saml2_bearer',
  step: 'saml-conditions',
  title: 'Times of the assertion not checked',
  clause: 'RFC 7522 §3 (4)',
  instead: guarded((context) => conditionsStep(found(context.saml), atAnyTime(context))),
  alongside: {
    'saml-confirmation': guarded((context) =>
      confirmationStep(found(context.saml), recipientsOf(context), atAnyTime(context)),
    ),
  },
};

const centurySeconds = 100 * 365 * 86_400;

function atAnyTime({ nowMillis }: TokenContext): Moment {
  return { nowMillis, skewSeconds: centurySeconds };
}
