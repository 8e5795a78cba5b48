import type { Weakness } from '#main/platform/pipeline.ts';
import { remember } from '../authorize/account-steps.ts';
import type { InteractionContext } from '../authorize/context.ts';
import { sessionIdOf } from '../authorize/session-cookie.ts';
import { found } from '../token/context.ts';

/** Knows a browser after the sign-in by what it came with, whoever planted that. */
export const sessionNotRenewed: Weakness<InteractionContext> = {
  id: 'session-not-renewed',
  pipeline: 'authorize.sign-in',
  step: 'browser-remembered',
  title: 'Session id kept at sign-in',
  clause: 'RFC 6265 §8.4',
  instead: (context) => {
    const { request, transaction } = context;
    remember(context, sessionIdOf(request) || found(transaction).cookieSecret);
  },
};
