import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import type { InteractionContext } from '../authorize/context.ts';

/** Forgets wrong guesses before each next one, so that no name is ever locked. */
export const guessesNotCounted: Weakness<InteractionContext> = {
  id: 'guesses-not-counted',
  pipeline: 'authorize.sign-in',
  step: 'password-matches',
  title: 'Guesses at the sign-in page not counted',
  clause: 'RFC 6819 §5.1.4.2.3',
  instead: (context, original) => {
    context.runtime.guesses.right(formValue(context.form, 'username') ?? '');
    return original();
  },
};
