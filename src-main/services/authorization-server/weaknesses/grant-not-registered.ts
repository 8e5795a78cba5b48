import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Lets every client use every grant. */
export const grantNotRegistered: Weakness<TokenContext> = {
  id: 'grant-not-registered',
  pipeline: 'token.*',
  step: 'grant-allowed',
  title: 'Grant type not compared with the registration',
  clause: 'RFC 6749 §5.2',
  instead: () => undefined,
};
