import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';
import { found } from '../token/context.ts';

/** Asks whether any trusted issuer signed, not whether the one that is named did. */
export const samlIssuerKeysShared: Weakness<TokenContext> = {
  id: 'saml-issuer-keys-shared',
  pipeline: 'token.saml2_bearer',
  step: 'saml-signature',
  title: 'Assertion verified with the key of another issuer',
  clause: 'RFC 7522 §3 (9)',
  instead: (context, original) => {
    const run = found(context.saml);
    const certificatesPem = context.runtime
      .registrations()
      .samlIssuers()
      .flatMap((issuer) => issuer.certificatesPem);
    const own = run.issuer;
    if (own !== null) run.issuer = { ...own, certificatesPem };
    return original();
  },
};
