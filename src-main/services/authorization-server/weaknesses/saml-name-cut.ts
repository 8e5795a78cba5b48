import type { Weakness } from '#main/platform/pipeline.ts';
import { cutAtComments } from '#main/services/saml/index.ts';
import { found, type TokenContext } from '../token/context.ts';

/** Reads the subject up to the first comment in it, which the signature does not cover. */
export const samlNameCut: Weakness<TokenContext> = {
  id: 'saml-name-cut',
  pipeline: 'token.saml2_bearer',
  step: 'saml-subject',
  title: 'Name of the subject cut at a comment',
  clause: 'RFC 7522 §3 (3)',
  instead: (context, original) => {
    cutAtComments(found(context.saml));
    return original();
  },
};
