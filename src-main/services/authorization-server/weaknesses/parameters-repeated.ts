import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';

/** Reads the first of two parameters where another reader takes the last. */
export const parametersRepeated: Weakness<AuthorizeContext> = {
  id: 'parameters-repeated',
  pipeline: 'authorize',
  step: 'parameters-once',
  title: 'Repeated parameters accepted',
  clause: 'RFC 6749 §3.1',
  instead: () => undefined,
};
