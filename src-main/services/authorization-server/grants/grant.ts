import type { Step } from '#main/platform/pipeline.ts';
import type { Vendor } from '#shared/workspace/index.ts';
import type { TokenContext } from '../token/context.ts';

/** One grant of the token endpoint: a file of this shape and a line in the registry. */
export interface Grant {
  /** Names the pipeline, after `token.`. */
  readonly name: string;
  /** Whether what the client shows is used up with it. */
  readonly usesUp?: true;
  /** The value of `grant_type`. */
  readonly grantType: (vendor: Vendor) => string;
  /** What the grant checks and does after the steps that all grants share. */
  readonly steps: readonly Step<TokenContext>[];
}
