import type { Weakness } from '#main/platform/pipeline.ts';
import { audienceOfNames } from '../stores/audience.ts';
import type { TokenContext } from '../token/context.ts';
import { resourcesIn } from '../token/resources.ts';

/** Flaws of tokens for resources. */
export const resourceWeaknesses: readonly Weakness<TokenContext>[] = [
  /** Issues a token for whatever resource the client names, also one that the user was never asked about. */
  {
    id: 'resource-widened',
    pipeline: 'token.*',
    step: 'resource-within-grant',
    title: 'Token for a resource outside the grant',
    clause: 'RFC 8707 §2.2',
    instead: (context) => void (context.audience = audienceOfNames(resourcesIn(context.form))),
  },
];
