import type { Weakness } from '#main/platform/pipeline.ts';
import type { InteractionContext } from '../authorize/context.ts';

/** Lets another browser go on with a sign-in that somebody began. */
export const transactionNotBound: Weakness<InteractionContext> = {
  id: 'transaction-not-bound',
  pipeline: 'authorize.*',
  step: 'same-browser',
  title: 'Sign-in not bound to the browser',
  clause: 'RFC 9700 §4.7',
  instead: () => undefined,
};
