import type { Weakness } from '#main/platform/pipeline.ts';
import { OAuthError } from '../errors.ts';
import type { TokenContext } from '../token/context.ts';
import { namedClient } from './take-client.ts';

/** Answers an unknown client otherwise than a wrong secret. */
export const clientTellsNames: Weakness<TokenContext> = {
  id: 'client-tells-names',
  pipeline: 'token.*',
  step: 'client-authenticated',
  title: 'Refusal tells which clients exist',
  clause: 'RFC 6749 §5.2',
  instead: (context, original) => {
    const name = namedClient(context);
    if (name === undefined || context.runtime.registrations().client(name) !== undefined) return original();
    throw new OAuthError('unauthorized_client', { description: 'There is no such client.', got: name });
  },
};
