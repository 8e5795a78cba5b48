import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import type { TokenContext } from '../token/context.ts';

/** Tells resource servers that a refresh token is good. */
export const refreshTokenValidates: Weakness<TokenContext> = {
  id: 'refresh-token-validates',
  pipeline: 'token.validate_bearer',
  step: 'token-known',
  title: 'Refresh token taken for an access token',
  clause: 'RFC 6750 §3.1',
  instead: (context, original) => {
    const refresh = context.runtime.refreshTokens.find(formValue(context.form, 'token') ?? '');
    if (refresh === undefined) return original();
    const { clientId, username, scope, family, issuedAtMillis, expiresAtMillis } = refresh;
    const endsAtMillis = expiresAtMillis ?? context.nowMillis + 3_600_000;
    const lifetime = { issuedAtMillis, expiresAtMillis: endsAtMillis, revoked: false };
    context.validated = { clientId, username, scope, family, audience: null, ...lifetime };
    return undefined;
  },
};
