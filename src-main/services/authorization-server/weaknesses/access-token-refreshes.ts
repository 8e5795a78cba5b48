import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import type { TokenContext } from '../token/context.ts';

/** Looks tokens up in one table: an access token from a log or a resource server refreshes itself. */
export const accessTokenRefreshes: Weakness<TokenContext> = {
  id: 'access-token-refreshes',
  pipeline: 'token.refresh_token',
  step: 'refresh-known',
  title: 'Access token taken for a refresh token',
  clause: 'RFC 6749 §1.5',
  instead: (context, original) => {
    const access = context.runtime.accessTokens.find(formValue(context.form, 'refresh_token') ?? '');
    if (access === undefined || access.family === null) return original();
    const { family, clientId, scope, issuedAtMillis } = access;
    const { username } = family;
    const lifetime = { issuedAtMillis, expiresAtMillis: null, rolledAtMillis: null };
    context.refreshToken = { clientId, username, scope, family, ...lifetime };
    return undefined;
  },
};
