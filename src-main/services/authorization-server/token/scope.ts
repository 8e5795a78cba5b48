import { formatScope, formValue, isScopeSubset, parseScope, scopesOutside } from '#shared/oauth/index.ts';
import { OAuthError } from '../errors.ts';
import type { TokenContext } from './context.ts';

/**
 * Decides the scope to grant: the requested one where `allowed` holds it all, else all that is allowed. RFC 6749 §3.3.
 * @throws OAuthError invalid_scope
 */
export function decideScope(
  context: TokenContext,
  allowed: readonly string[],
  whenOmitted: 'said' | 'unsaid',
): void {
  const text = formValue(context.form, 'scope');
  if (text === undefined) {
    context.scope = formatScope(allowed);
    context.scopeDiffers = whenOmitted === 'said';
    return;
  }
  const requested = parseScope(text);
  if (requested === null || !isScopeSubset(requested, allowed)) throw scopeTooWide(text, requested, allowed);
  context.scope = formatScope(requested);
}

function scopeTooWide(
  text: string,
  requested: readonly string[] | null,
  allowed: readonly string[],
): OAuthError {
  return new OAuthError('invalid_scope', {
    description: 'The requested scope(s) must be blank or a subset of the provided scopes.',
    detail:
      requested === null
        ? 'The scope is malformed.'
        : `Not allowed: ${formatScope(scopesOutside(requested, allowed))}.`,
    want: formatScope(allowed),
    got: text,
  });
}
