import type { Weakness } from '#main/platform/pipeline.ts';
import type { ClientContext } from '../context.ts';
import { markSignedIn } from '../sign-in.ts';

/** Signs somebody in within the session that the browser came with, whoever gave it that. */
export const clientSessionKept: Weakness<ClientContext> = {
  id: 'client-session-kept',
  pipeline: 'client.callback',
  step: 'session-renewed',
  title: 'Client keeps the session id at sign-in',
  clause: 'RFC 6265 §8.4',
  instead: (context, original) => {
    if (context.session === null) return original();
    markSignedIn(context);
    return undefined;
  },
};
