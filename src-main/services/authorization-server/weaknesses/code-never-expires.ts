import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Exchanges codes of any age. */
export const codeNeverExpires: Weakness<TokenContext> = {
  id: 'code-never-expires',
  pipeline: 'token.authorization_code',
  step: 'code-unexpired',
  title: 'Code without end',
  clause: 'RFC 6749 §4.1.2',
  instead: () => undefined,
};
