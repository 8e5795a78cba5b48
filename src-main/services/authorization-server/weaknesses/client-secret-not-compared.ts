import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';
import { takeClient } from './take-client.ts';

/** Takes any secret of a client that is known. */
export const clientSecretNotCompared: Weakness<TokenContext> = {
  id: 'client-secret-not-compared',
  pipeline: 'token.*',
  step: 'client-authenticated',
  title: 'Client secret not compared',
  clause: 'RFC 6749 §2.3.1',
  instead: (context, original) => takeClient(context, original),
};
