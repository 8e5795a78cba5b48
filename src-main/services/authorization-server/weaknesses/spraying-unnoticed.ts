import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Counts guesses by name alone: one password that is tried for everybody locks nobody. */
export const sprayingUnnoticed: Weakness<TokenContext> = {
  id: 'spraying-unnoticed',
  pipeline: 'token.password',
  step: 'credentials-match',
  title: 'One password tried for many names',
  clause: 'RFC 6819 §4.4.3.6',
  instead: (context, original) => {
    context.runtime.nameGuesses.forget();
    return original();
  },
};
