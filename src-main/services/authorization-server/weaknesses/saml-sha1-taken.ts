import type { Weakness } from '#main/platform/pipeline.ts';
import { verifyLoosely } from '#main/services/saml/index.ts';
import { guarded } from '../grants/saml2-bearer.ts';
import { found, type TokenContext } from '../token/context.ts';

/** Takes whatever algorithm its library knows, those that are broken included. */
export const samlSha1Taken: Weakness<TokenContext> = {
  id: 'saml-sha1-taken',
  pipeline: 'token.saml2_bearer',
  step: 'saml-signature',
  title: 'SHA-1 taken in assertions',
  clause: 'RFC 9231 §2.3.2',
  instead: guarded((context) => verifyLoosely(found(context.saml), { keys: 'issuer', reads: 'signed' })),
};
