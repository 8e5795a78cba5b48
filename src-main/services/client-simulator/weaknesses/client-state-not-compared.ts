import type { Weakness } from '#main/platform/pipeline.ts';
import { takeUp } from '../callback.ts';
import type { ClientContext } from '../context.ts';

/** Takes any answer for that of the sign-in begun last: an attacker can sign somebody in as themselves. */
export const clientStateNotCompared: Weakness<ClientContext> = {
  id: 'client-state-not-compared',
  pipeline: 'client.callback',
  step: 'state-same',
  title: 'Client does not compare the state',
  clause: 'RFC 6749 §10.12',
  instead: (context, original) => {
    const pending = context.session?.pending.at(-1);
    if (pending === undefined) return original();
    takeUp(context, pending);
    return undefined;
  },
};
