import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Exchanges a code as often as it comes. */
export const codeReusable: Weakness<TokenContext> = {
  id: 'code-reusable',
  pipeline: 'token.authorization_code',
  step: 'code-unused',
  title: 'Code may be used again',
  clause: 'RFC 6749 §4.1.2',
  instead: () => undefined,
};
