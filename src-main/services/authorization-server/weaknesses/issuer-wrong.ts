import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';

/** Answers in the name of another server: a client that compares `iss` notices the mix-up, any other does not. */
export const issuerWrong: Weakness<AuthorizeContext> = {
  id: 'issuer-wrong',
  pipeline: 'authorize',
  step: 'issuer-named',
  title: 'iss of another server in the answer',
  clause: 'RFC 9207 §2',
  instead: (context) => void (context.answerIssuer = 'https://mix-up.example'),
};
