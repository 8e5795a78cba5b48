import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Compares as many secrets as somebody wants to try. */
export const secretGuessesNotCounted: Weakness<TokenContext> = {
  id: 'secret-guesses-not-counted',
  pipeline: 'token.*',
  step: 'client-not-throttled',
  title: 'Guesses at client secrets not counted',
  clause: 'RFC 6749 §2.3.1',
  instead: () => undefined,
};
