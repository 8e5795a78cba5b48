import type { Step } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/**
 * Behaviour of a grant at the token endpoint: a file of this shape and a line in the registry, by the id of the
 * grant.
 */
export interface Grant {
  /** True if the code, token or assertion that the client presents is used up with it. */
  readonly usesUp?: true;
  /** Steps of the grant after those that all grants share. */
  readonly steps: readonly Step<TokenContext>[];
}
