import { OAuthError } from '../errors.ts';
import { type Audience, audienceOfNames } from '../stores/audience.ts';
import { required, type TokenContext } from './context.ts';

/**
 * Whom the tokens are meant for, by every `audience` and `resource`; null where the request names nobody. RFC 8693 §2.1,
 * RFC 8707 §2
 * @throws OAuthError invalid_target
 */
export function decideAudience({ form, client }: TokenContext): Audience {
  const wanted = form.fields
    .filter(({ name, value }) => (name === 'audience' || name === 'resource') && value !== '')
    .map(({ value }) => value);
  const { audiences } = required(client);
  const outside = wanted.filter((name) => !audiences.includes(name));
  if (outside.length === 0) return audienceOfNames(wanted);
  throw new OAuthError('invalid_target', {
    description: 'The requested audience or resource is not allowed for this client.',
    want: audiences.join(' '),
    got: outside.join(' '),
  });
}
