import { setTimeout } from 'node:timers/promises';
import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Waits for its database between looking whether a token was rolled and rolling it. */
export const refreshRolledLate: Weakness<TokenContext> = {
  id: 'refresh-rolled-late',
  pipeline: 'token.refresh_token',
  step: 'refresh-not-reused',
  title: 'Refresh token marked as rolled too late',
  clause: 'RFC 9700 §4.14.2',
  instead: async (_context, original) => {
    await original();
    await setTimeout(lookupMillis);
  },
};

const lookupMillis = 50;
