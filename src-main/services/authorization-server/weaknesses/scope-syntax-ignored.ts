import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue, parseScope } from '#shared/oauth/index.ts';
import type { AuthorizeContext } from '../authorize/context.ts';
import { found } from '../token/context.ts';

/** Picks what it knows out of a scope that nobody may send. */
export const scopeSyntaxIgnored: Weakness<AuthorizeContext> = {
  id: 'scope-syntax-ignored',
  pipeline: 'authorize',
  step: 'scope-within-registration',
  title: 'Malformed scope read as far as it goes',
  clause: 'RFC 6749 §3.3',
  instead: (context, original) => {
    const text = formValue(context.form, 'scope') ?? '';
    if (parseScope(text) !== null) return original();
    const registered = found(context.client).scopes;
    context.scopes = registered.filter((scope) => text.includes(scope));
    context.scopeDiffers = true;
    return undefined;
  },
};
