import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import type { TokenContext } from '../token/context.ts';
import { found } from '../token/context.ts';

/** Forgets at a narrower refresh what the person had allowed. */
export const refreshScopeLost: Weakness<TokenContext> = {
  id: 'refresh-scope-lost',
  pipeline: 'token.refresh_token',
  step: 'scope-within-grant',
  title: 'Narrower refresh narrows the grant',
  clause: 'RFC 6749 §6',
  instead: async (context, original) => {
    await original();
    const narrowed = { ...found(context.refreshToken), scope: context.scope };
    context.runtime.refreshTokens.add(formValue(context.form, 'refresh_token') ?? '', narrowed);
    context.refreshToken = narrowed;
  },
};
