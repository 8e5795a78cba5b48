import type { Weakness } from '#main/platform/pipeline.ts';
import type { ClientContext } from '../context.ts';

/** Sends no challenge, so that a stolen code fits any sign-in. */
export const clientWithoutChallenge: Weakness<ClientContext> = {
  id: 'client-without-challenge',
  pipeline: 'client.start',
  step: 'challenge-made',
  title: 'Client uses no PKCE',
  clause: 'RFC 9700 §2.1.1',
  instead: () => undefined,
};
