import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';

/** Sends codes, tokens and errors wherever the request says. */
export const redirectUriAny: Weakness<AuthorizeContext> = {
  id: 'redirect-uri-any',
  pipeline: 'authorize',
  step: 'redirect-uri-registered',
  title: 'Redirect URI not compared',
  clause: 'RFC 9700 §4.1.3',
  instead: (context) => {
    context.candidateRedirectUri = context.requestedRedirectUri;
  },
};
