import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Checks one pair of credentials and lets another stand beside it. */
export const clientMethodsMixed: Weakness<TokenContext> = {
  id: 'client-methods-mixed',
  pipeline: 'token.*',
  step: 'one-client-method',
  title: 'Two ways of client authentication at once',
  clause: 'RFC 6749 §2.3',
  instead: () => undefined,
};
