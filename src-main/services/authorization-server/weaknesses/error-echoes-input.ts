import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';
import { alter } from './alter.ts';

/** Puts the unknown grant type into the error as it came, with characters that may not stand there. */
export const errorEchoesInput: Weakness<TokenContext> = {
  id: 'error-echoes-input',
  pipeline: 'token*',
  step: 'grant-type-known',
  title: 'Error text holds what was sent',
  clause: 'RFC 6749 §5.2',
  instead: (context, original) => {
    if (context.grantKnown) return original();
    const words = `No such grant type: ${context.grantType}`;
    alter(context, (response) => ({
      ...response,
      body: JSON.stringify({ error: 'unsupported_grant_type', error_description: words }),
    }));
    return original();
  },
};
