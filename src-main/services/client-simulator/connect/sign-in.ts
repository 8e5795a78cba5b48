import type { Step } from '#main/platform/pipeline.ts';
import { required } from '../context.ts';
import { keepSignIn, makeChallenge, makeState } from '../start.ts';
import { type ConnectContext, needsSignIn } from './context.ts';

/** The sign-in by which a connection gets its token: the same as any other, and for this resource. RFC 8707 §2.1 */
export const signInSteps: readonly Step<ConnectContext>[] = [
  {
    id: 'state-made',
    rule: 'state is random and bound to this browser',
    clause: 'RFC 6749 §10.12',
    check: makeState,
    applies: needsSignIn,
  },
  {
    id: 'challenge-made',
    rule: 'Code is bound to this sign-in by PKCE',
    clause: 'RFC 9700 §2.1.1',
    check: makeChallenge,
    applies: needsSignIn,
  },
  {
    id: 'sign-in-kept',
    rule: 'A sign-in for this resource is pending',
    clause: 'RFC 8707 §2.1',
    check: keepConnection,
    applies: needsSignIn,
  },
];

function keepConnection(context: ConnectContext): void {
  context.pending = { ...required(context.pending), connection: required(context.connection) };
  keepSignIn(context);
}
