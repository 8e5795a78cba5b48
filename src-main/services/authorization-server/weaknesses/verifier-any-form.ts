import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Takes verifiers that are short enough to be guessed. */
export const verifierAnyForm: Weakness<TokenContext> = {
  id: 'verifier-any-form',
  pipeline: 'token.authorization_code',
  step: 'verifier-form',
  title: 'Code verifier of any length taken',
  clause: 'RFC 7636 §4.1',
  instead: () => undefined,
};
