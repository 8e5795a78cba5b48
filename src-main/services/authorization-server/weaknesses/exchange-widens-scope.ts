import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';
import { found } from '../token/context.ts';
import { decideScope } from '../token/scope.ts';

/** Lets an exchange ask for all that the client is registered for. */
export const exchangeWidensScope: Weakness<TokenContext> = {
  id: 'exchange-widens-scope',
  pipeline: 'token.token_exchange',
  step: 'scope-within-both',
  title: 'Exchange may widen the scope',
  clause: 'RFC 8693 §5',
  instead: (context) => decideScope(context, found(context.client).scopes, 'said'),
};
