import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Lets any client exchange any code, so that a stolen code can be injected. */
export const codeNotBound: Weakness<TokenContext> = {
  id: 'code-not-bound',
  pipeline: 'token.authorization_code',
  step: 'code-is-clients',
  title: 'Code not bound to the client',
  clause: 'RFC 9700 §4.5',
  instead: () => undefined,
};
