import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Leaves a code as it is, so that verifiers can be tried out and codes used twice. */
export const codeSurvivesFailure: Weakness<TokenContext> = {
  id: 'code-survives-failure',
  pipeline: 'token.authorization_code',
  step: 'use-code',
  title: 'Code not used up',
  clause: 'RFC 6749 §10.5',
  instead: () => undefined,
};
