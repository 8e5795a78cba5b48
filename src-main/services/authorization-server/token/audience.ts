import { formValue } from '#shared/oauth/index.ts';
import { OAuthError } from '../errors.ts';
import { found, type TokenContext } from './context.ts';

/**
 * Whom the tokens are meant for, by `audience` or `resource`; null where the request names nobody. RFC 8693 §2.1, RFC 8707 §2
 * @throws OAuthError invalid_target
 */
export function decideAudience({ form, client }: TokenContext): string | null {
  const wanted = formValue(form, 'audience') ?? formValue(form, 'resource');
  if (wanted === undefined) return null;
  const { audiences } = found(client);
  if (audiences.includes(wanted)) return wanted;
  throw new OAuthError('invalid_target', {
    description: 'The requested audience or resource is not allowed for this client.',
    want: audiences.join(' '),
    got: wanted,
  });
}
