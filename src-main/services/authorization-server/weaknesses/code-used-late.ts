import { setTimeout } from 'node:timers/promises';
import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Waits for its database between looking whether a code is used and noting it. */
export const codeUsedLate: Weakness<TokenContext> = {
  id: 'code-used-late',
  pipeline: 'token.authorization_code',
  step: 'use-code',
  title: 'Code marked as used too late',
  clause: 'RFC 6749 §4.1.2',
  instead: async (_context, original) => {
    await setTimeout(lookupMillis);
    await original();
  },
};

const lookupMillis = 50;
