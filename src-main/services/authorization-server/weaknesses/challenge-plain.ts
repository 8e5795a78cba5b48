import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';

/** Takes a challenge that whoever reads the request can answer. */
export const challengePlain: Weakness<AuthorizeContext> = {
  id: 'challenge-plain',
  pipeline: 'authorize',
  step: 'challenge-method',
  title: 'Challenge method plain taken everywhere',
  clause: 'RFC 9700 §2.1.1',
  instead: () => undefined,
};
