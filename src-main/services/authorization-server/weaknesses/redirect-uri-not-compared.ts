import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Lets a code that went astray be exchanged. */
export const redirectUriNotCompared: Weakness<TokenContext> = {
  id: 'redirect-uri-not-compared',
  pipeline: 'token.authorization_code',
  step: 'redirect-uri-same',
  title: 'redirect_uri of the exchange not compared',
  clause: 'RFC 6749 §10.6',
  instead: () => undefined,
};
