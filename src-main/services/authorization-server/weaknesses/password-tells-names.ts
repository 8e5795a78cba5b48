import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import { invalidGrant } from '../errors.ts';
import type { TokenContext } from '../token/context.ts';

/** Answers an unknown name otherwise than a wrong password. */
export const passwordTellsNames: Weakness<TokenContext> = {
  id: 'password-tells-names',
  pipeline: 'token.password',
  step: 'credentials-match',
  title: 'Refusal tells which names exist',
  clause: 'RFC 6819 §4.4.3.4',
  instead: (context, original) => {
    const username = formValue(context.form, 'username') ?? '';
    if (context.runtime.registrations().user(username) !== undefined) return original();
    throw invalidGrant('There is no such user.');
  },
};
