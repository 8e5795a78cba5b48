import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import type { TokenContext } from '../token/context.ts';

/** Takes for granted that there is a code. */
export const codeMissingCrashes: Weakness<TokenContext> = {
  id: 'code-missing-crashes',
  pipeline: 'token.authorization_code',
  step: 'code-given',
  title: 'Missing code breaks the server',
  clause: 'RFC 6749 §5.2',
  instead: ({ form }) => {
    if (formValue(form, 'code') === undefined) throw new TypeError('code is undefined');
  },
};
