import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';

/** Gives a client of the code flow a token in the front channel when it asks for one. */
export const responseTypeUnregistered: Weakness<AuthorizeContext> = {
  id: 'response-type-unregistered',
  pipeline: 'authorize',
  step: 'response-type-allowed',
  title: 'Response type not compared with the registration',
  clause: 'RFC 6749 §3.1.1',
  instead: () => undefined,
};
