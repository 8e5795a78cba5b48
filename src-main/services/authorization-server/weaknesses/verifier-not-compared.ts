import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Takes any verifier of the right form. */
export const verifierNotCompared: Weakness<TokenContext> = {
  id: 'verifier-not-compared',
  pipeline: 'token.authorization_code',
  step: 'verifier-matches',
  title: 'Code verifier not compared',
  clause: 'RFC 7636 §4.6',
  instead: () => undefined,
};
