import { apiWith } from './base.ts';

const api = apiWith<'authorizationServer'>();

export const liveTokens = api.liveTokens.router({
  rows: api.liveTokens.rows.handler(async ({ context, input }) => {
    const { total, items } = await context.engine.authorizationServer.admin.rows(input);
    return { total, items: [...items] };
  }),
  count: api.liveTokens.count.handler(({ context, input }) =>
    context.engine.authorizationServer.admin.count(input),
  ),
  revoke: api.liveTokens.revoke.handler(({ context, input }) =>
    context.engine.authorizationServer.admin.revoke(input),
  ),
});

export const consents = api.consents.router({
  list: api.consents.list.handler(({ context, input }) => [
    ...context.engine.authorizationServer.admin.consents(input),
  ]),
  withdraw: api.consents.withdraw.handler(({ context, input: { username, clientId, revokeTokens } }) =>
    context.engine.authorizationServer.admin.withdrawConsent(username, clientId, revokeTokens),
  ),
});

export const accounts = api.accounts.router({
  list: api.accounts.list.handler(({ context }) => [...context.engine.authorizationServer.admin.accounts()]),
  unlock: api.accounts.unlock.handler(async ({ context, input }) => ({
    unlocked: await context.engine.authorizationServer.admin.unlock(input.username),
  })),
  signOut: api.accounts.signOut.handler(({ context, input }) => ({
    sessions: context.engine.authorizationServer.admin.signOut(input.username),
  })),
});

export const signingKeys = api.signingKeys.router({
  list: api.signingKeys.list.handler(({ context }) => [
    ...context.engine.authorizationServer.admin.signingKeys(),
  ]),
  rotate: api.signingKeys.rotate.handler(({ context, input }) =>
    context.engine.authorizationServer.admin.rotateKey(input.algorithm),
  ),
});
