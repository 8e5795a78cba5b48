import type { Weakness } from '#main/platform/pipeline.ts';
import type { ClientContext } from '../context.ts';

/** Takes the same answer again, and presents its code a second time. */
export const clientSignInRepeatable: Weakness<ClientContext> = {
  id: 'client-sign-in-repeatable',
  pipeline: 'client.callback',
  step: 'finished-once',
  title: 'Client presents a code a second time',
  clause: 'RFC 6749 §4.1.2',
  instead: () => undefined,
};
