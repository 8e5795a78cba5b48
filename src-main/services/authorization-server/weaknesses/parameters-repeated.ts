import type { AuthorizeContext } from '../authorize/context.ts';
import type { Weakness } from '../pipeline.ts';

/** Reads the first of two parameters where another reader takes the last. */
export const parametersRepeated: Weakness<AuthorizeContext> = {
  id: 'parameters-repeated',
  pipeline: 'authorize',
  step: 'parameters-once',
  title: 'Repeated parameters accepted',
  clause: 'RFC 6749 §3.1',
  instead: () => undefined,
};
