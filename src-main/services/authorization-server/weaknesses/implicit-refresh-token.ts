import type { Weakness } from '#main/platform/pipeline.ts';
import type { FrontContext } from '../authorize/context.ts';

/** Gives a refresh token to the browser, in the address. */
export const implicitRefreshToken: Weakness<FrontContext> = {
  id: 'implicit-refresh-token',
  pipeline: 'authorize*',
  step: 'issue*',
  title: 'Refresh token in the front channel',
  clause: 'RFC 6749 §4.2.2',
  instead: async (context, original) => {
    await original();
    const { answer, runtime, nowMillis } = context;
    const access = answer?.find(([name]) => name === 'access_token')?.[1];
    const issued = access === undefined ? undefined : runtime.accessTokens.find(access);
    if (answer === null || issued?.family === undefined || issued.family === null) return;
    const { family, clientId, scope } = issued;
    const token = runtime.tokens.next();
    const lifetime = { issuedAtMillis: nowMillis, expiresAtMillis: null, rolledAtMillis: null };
    runtime.refreshTokens.add(token, { clientId, username: family.username, scope, family, ...lifetime });
    context.answer = [...answer, ['refresh_token', token]];
  },
};
