import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import type { TokenContext } from '../token/context.ts';
import { found } from '../token/context.ts';

/** Compares what it gets with the challenge as it stands before it hashes it: who has seen the challenge, has the verifier. */
export const verifierMayBeChallenge: Weakness<TokenContext> = {
  id: 'verifier-may-be-challenge',
  pipeline: 'token.authorization_code',
  step: 'verifier-matches',
  title: 'Challenge taken for the verifier',
  clause: 'RFC 7636 §4.6',
  instead: (context, original) => {
    const { challenge } = found(context.code);
    return formValue(context.form, 'code_verifier') === challenge?.value ? undefined : original();
  },
};
