import type { Weakness } from '#main/platform/pipeline.ts';
import { verifyLoosely } from '#main/services/saml/index.ts';
import { guarded } from '../grants/saml2-bearer.ts';
import { found, type TokenContext } from '../token/context.ts';

/** Verifies with the certificate in KeyInfo, whoever made it. */
export const samlKeyFromMessage: Weakness<TokenContext> = {
  id: 'saml-key-from-message',
  pipeline: 'token.saml2_bearer',
  step: 'saml-signature',
  title: 'Assertion verified with the key that it brings',
  clause: 'RFC 7522 §3 (9)',
  instead: guarded((context) => verifyLoosely(found(context.saml), { keys: 'message', reads: 'signed' })),
};
