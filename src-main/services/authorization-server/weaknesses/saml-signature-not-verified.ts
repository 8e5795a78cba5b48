import type { Weakness } from '#main/platform/pipeline.ts';
import { readUnsigned } from '#main/services/saml/index.ts';
import type { TokenContext } from '../token/context.ts';
import { found } from '../token/context.ts';

/** Takes an assertion as it comes, signed or not. */
export const samlSignatureNotVerified: Weakness<TokenContext> = {
  id: 'saml-signature-not-verified',
  pipeline: 'token.saml2_bearer',
  step: 'saml-signature',
  title: 'Assertion read and not verified',
  clause: 'RFC 7522 §3 (9)',
  instead: ({ saml }) => readUnsigned(found(saml)),
};
