import type { Weakness } from '#main/platform/pipeline.ts';
import { formatScope, formValue, parseScope } from '#shared/oauth/index.ts';
import type { TokenContext } from '../token/context.ts';

/** Grants whatever scope a token request asks for. */
export const tokenScopeUnregistered: Weakness<TokenContext> = {
  id: 'token-scope-unregistered',
  pipeline: 'token.*',
  step: 'scope-within-registration',
  title: 'Scope of a token request not compared with the registration',
  clause: 'RFC 6749 §3.3',
  instead: (context, original) => {
    const requested = parseScope(formValue(context.form, 'scope') ?? '');
    if (requested === null || requested.length === 0) return original();
    context.scope = formatScope(requested);
    return undefined;
  },
};
