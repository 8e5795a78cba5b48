import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Reads the first of two parameters where another reader takes the last. */
export const formRepeats: Weakness<TokenContext> = {
  id: 'form-repeats',
  pipeline: 'token.*',
  step: 'form',
  title: 'Repeated parameters accepted in token requests',
  clause: 'RFC 6749 §3.2',
  instead: () => undefined,
};
