import type { Weakness } from '#main/platform/pipeline.ts';
import { takeUp } from '../callback.ts';
import type { ClientContext } from '../context.ts';

/** Ties answers to nothing: neither state nor challenge nor nonce keeps those of other people’s sign-ins away. */
export const clientAnswersUnbound: Weakness<ClientContext> = {
  id: 'client-answers-unbound',
  pipeline: 'client.*',
  step: 'state-same',
  title: 'Client ties answers to no sign-in',
  clause: 'RFC 6749 §10.12',
  instead: (context, original) => {
    const pending = context.session?.pending.at(-1);
    if (pending === undefined) return original();
    takeUp(context, pending);
    return undefined;
  },
  alongside: { 'challenge-made': () => undefined, 'id-token-ours': () => undefined },
};
