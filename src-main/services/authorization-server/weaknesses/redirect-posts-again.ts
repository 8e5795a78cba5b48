import type { Weakness } from '#main/platform/pipeline.ts';
import type { InteractionContext } from '../authorize/context.ts';

/** Sends the browser to the client in a way that makes it post user name and password there once more. */
export const redirectPostsAgain: Weakness<InteractionContext> = {
  id: 'redirect-posts-again',
  pipeline: 'authorize.sign-in',
  step: 'posted-once',
  title: 'Redirect by 307 after a password',
  clause: 'RFC 9700 §4.12',
  instead: (context) => void (context.clientStatus = 307),
};
