import type { Weakness } from '#main/platform/pipeline.ts';
import type { ClientContext } from '../context.ts';

/** Believes an ID token that was made for another sign-in, or for another application. */
export const clientNonceNotCompared: Weakness<ClientContext> = {
  id: 'client-nonce-not-compared',
  pipeline: 'client.callback',
  step: 'id-token-ours',
  title: 'Client does not check the ID token',
  clause: 'OpenID Connect Core §3.1.3.7',
  instead: () => undefined,
};
