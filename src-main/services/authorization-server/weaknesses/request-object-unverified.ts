import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';

/** Believes every request object that can be decoded. */
export const requestObjectUnverified: Weakness<AuthorizeContext> = {
  id: 'request-object-unverified',
  pipeline: 'authorize',
  step: 'request-object-valid',
  title: 'Request object read and not verified',
  clause: 'RFC 9101 §6.2',
  instead: (context, original) => (context.requestObject?.claims === null ? original() : undefined),
};
