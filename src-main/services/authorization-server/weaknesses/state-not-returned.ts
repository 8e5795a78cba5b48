import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';

/** Answers without the state: clients that compare it turn everybody away, the others compare it no more. */
export const stateNotReturned: Weakness<AuthorizeContext> = {
  id: 'state-not-returned',
  pipeline: 'authorize',
  step: 'state-kept',
  title: 'state not returned',
  clause: 'RFC 6749 §4.1.2',
  instead: (context) => void (context.encodedState = null),
};
