import type { Weakness } from '#main/platform/pipeline.ts';
import { type ClientContext, found } from '../context.ts';

/** Makes the state from the name of the provider: whoever knows the application knows it. */
export const clientStateGuessable: Weakness<ClientContext> = {
  id: 'client-state-guessable',
  pipeline: 'client.start',
  step: 'state-made',
  title: 'Client makes a state that can be guessed',
  clause: 'RFC 6749 §10.10',
  instead: async (context, original) => {
    await original();
    context.pending = { ...found(context.pending), state: `sign-in-${context.providerName}` };
  },
};
