import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import type { TokenContext } from '../token/context.ts';

/** Forgets wrong guesses before each next one, so that no name is ever locked. */
export const passwordGuessesNotCounted: Weakness<TokenContext> = {
  id: 'password-guesses-not-counted',
  pipeline: 'token.password',
  step: 'credentials-match',
  title: 'Guesses at the token endpoint not counted',
  clause: 'RFC 6819 §4.4.3.6',
  instead: (context, original) => {
    context.runtime.guesses.right(formValue(context.form, 'username') ?? '');
    return original();
  },
};
