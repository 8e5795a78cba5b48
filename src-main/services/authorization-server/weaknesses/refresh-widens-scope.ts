import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';
import { found } from '../token/context.ts';
import { decideScope } from '../token/scope.ts';

/** Lets a refresh ask for all that the client is registered for. */
export const refreshWidensScope: Weakness<TokenContext> = {
  id: 'refresh-widens-scope',
  pipeline: 'token.refresh_token',
  step: 'scope-within-grant',
  title: 'Refresh may widen the scope',
  clause: 'RFC 6749 §6',
  instead: (context) => decideScope(context, found(context.client).scopes, 'unsaid'),
};
