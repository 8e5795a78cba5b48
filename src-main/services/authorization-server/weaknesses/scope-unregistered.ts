import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue, parseScope } from '#shared/oauth/index.ts';
import type { AuthorizeContext } from '../authorize/context.ts';

/** Grants whatever scope is asked for. */
export const scopeUnregistered: Weakness<AuthorizeContext> = {
  id: 'scope-unregistered',
  pipeline: 'authorize',
  step: 'scope-within-registration',
  title: 'Scope not compared with the registration',
  clause: 'RFC 6749 §3.3',
  instead: (context, original) => {
    const requested = parseScope(formValue(context.form, 'scope') ?? '');
    if (requested === null || requested.length === 0) return original();
    context.scopes = requested;
    return undefined;
  },
};
