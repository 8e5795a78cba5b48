import type { Step } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** What a grant of the token endpoint does: a file of this shape and a line in the registry, by the id of the grant. */
export interface Grant {
  /** Whether what the client shows is used up with it. */
  readonly usesUp?: true;
  /** What the grant checks and does after the steps that all grants share. */
  readonly steps: readonly Step<TokenContext>[];
}
