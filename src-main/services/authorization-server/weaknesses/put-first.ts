import { type FormField, formValue } from '#shared/oauth/index.ts';
import type { AuthorizeContext } from '../authorize/context.ts';

/** Puts parameters before those that should count, so that they win. */
export function putFirst(context: AuthorizeContext, fields: readonly FormField[]): void {
  const named = new Set(fields.map(({ name }) => name));
  const rest = context.form.fields.filter(({ name }) => !named.has(name));
  context.form = { ...context.form, fields: [...fields, ...rest] };
  context.requestedRedirectUri = formValue(context.form, 'redirect_uri') ?? null;
}
