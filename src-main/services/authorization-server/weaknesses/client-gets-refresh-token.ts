import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';
import { found } from '../token/context.ts';
import { beginFamily, mint } from '../token/issue.ts';

/** Gives a client that acts for itself a refresh token, which outlives its secret. */
export const clientGetsRefreshToken: Weakness<TokenContext> = {
  id: 'client-gets-refresh-token',
  pipeline: 'token.client_credentials',
  step: 'issue',
  title: 'Refresh token for client credentials',
  clause: 'RFC 6749 §4.4.3',
  instead: (context) => {
    const { runtime, nowMillis } = context;
    const { clientId } = found(context.client);
    const subject = { username: clientId, authority: null, attributes: {}, authTimeMillis: nowMillis };
    const family = beginFamily(context, runtime.tokens.next(), subject, 'client_credentials');
    const refresh = { scope: context.scope, expiresAtMillis: null };
    return mint(context, {
      family,
      refresh,
      effect: 'Issued an access token and a refresh token for the client.',
    });
  },
};
