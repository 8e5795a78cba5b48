import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';

/** Believes a request object that nobody signed. */
export const requestObjectUnsigned: Weakness<AuthorizeContext> = {
  id: 'request-object-unsigned',
  pipeline: 'authorize',
  step: 'request-object-valid',
  title: 'Request object with alg none accepted',
  clause: 'RFC 9101 §10.1',
  instead: (context, original) => (context.requestObject?.algorithm === 'none' ? undefined : original()),
};
