import type { Weakness } from '#main/platform/pipeline.ts';
import { firstAssertion, verifyLoosely } from '#main/services/saml/index.ts';
import { guarded } from '../grants/saml2-bearer.ts';
import { found, type TokenContext } from '../token/context.ts';

/** Verifies the signature wherever it stands, and reads the first assertion that it comes upon. */
export const samlWrappedTaken: Weakness<TokenContext> = {
  id: 'saml-wrapped-taken',
  pipeline: 'token.saml2_bearer',
  step: 'saml-signature',
  title: 'Another assertion is read than the signed one',
  clause: 'RFC 7522 §3 (9)',
  instead: guarded((context) => verifyLoosely(found(context.saml), { keys: 'issuer', reads: 'first' })),
  alongside: { 'saml-one-assertion': guarded(({ saml }) => firstAssertion(found(saml))) },
};
