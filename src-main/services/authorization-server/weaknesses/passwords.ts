import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import { invalidGrant } from '../errors.ts';
import type { TokenContext } from '../token/context.ts';

/** Flaws of the password grant. */
export const passwordWeaknesses: readonly Weakness<TokenContext>[] = [
  /** Answers an unknown name otherwise than a wrong password. */
  {
    id: 'password-tells-names',
    pipeline: 'token.password',
    step: 'credentials-match',
    title: 'User enumeration',
    clause: 'RFC 6819 §4.4.3.4',
    instead: (context, original) => {
      const username = formValue(context.form, 'username') ?? '';
      if (context.runtime.registrations().user(username) !== undefined) return original();
      throw invalidGrant('The user does not exist.');
    },
  },
  /** Forgets wrong guesses before each next one, so that no name is ever locked. */
  {
    id: 'password-guesses-not-counted',
    pipeline: 'token.password',
    step: 'credentials-match',
    title: 'No limit on password guesses at the token endpoint',
    clause: 'RFC 6819 §4.4.3.6',
    instead: (context, original) => {
      context.runtime.guesses.right(formValue(context.form, 'username') ?? '');
      return original();
    },
  },
  /** Counts guesses by name alone: one password that is tried for everybody locks nobody. */
  {
    id: 'spraying-unnoticed',
    pipeline: 'token.password',
    step: 'credentials-match',
    title: 'No limit on password spraying',
    clause: 'RFC 6819 §4.4.3.6',
    instead: (context, original) => {
      context.runtime.nameGuesses.forget();
      return original();
    },
  },
];
