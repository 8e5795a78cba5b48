import type { Step } from '#main/platform/pipeline.ts';
import { type ClientContext, required } from './context.ts';

/** Somebody is signed in from now on, in a session that nobody knew before. RFC 6265 §8.4 */
export const signInStep: Step<ClientContext> = {
  id: 'session-renewed',
  rule: 'User is signed in with a new session id',
  clause: 'RFC 6265 §8.4',
  check: (context) => {
    const { sessions, session, nowMillis } = context;
    context.session = session === null ? sessions.begin(nowMillis) : sessions.renew(session);
    markSignedIn(context);
  },
};

/** Notes who is signed in. */
export function markSignedIn(context: ClientContext): void {
  const { person, providerName: provider, notes } = context;
  const { name } = required(person);
  required(context.session).signedIn = { provider, ...required(person) };
  if (name !== null) notes.tags.push(`user:${name}`);
  context.effect = `${name ?? 'A user'} is signed in by ${provider}.`;
}
