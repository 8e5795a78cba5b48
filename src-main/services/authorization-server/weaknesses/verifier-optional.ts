import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import type { TokenContext } from '../token/context.ts';
import { found } from '../token/context.ts';

/** Forgets the challenge where no verifier comes, and a verifier where there was no challenge. */
export const verifierOptional: Weakness<TokenContext> = {
  id: 'verifier-optional',
  pipeline: 'token.authorization_code',
  step: 'verifier-expected',
  title: 'PKCE downgrade',
  clause: 'RFC 9700 §4.8.2',
  instead: (context) => {
    if (formValue(context.form, 'code_verifier') === undefined)
      context.code = { ...found(context.code), challenge: null };
  },
};
