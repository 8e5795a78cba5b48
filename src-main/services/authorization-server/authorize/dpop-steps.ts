import type { Step } from '#main/platform/pipeline.ts';
import { formValue, isJwkThumbprint } from '#shared/oauth/index.ts';
import { invalidRequest, OAuthError } from '../errors.ts';
import type { AuthorizeContext } from './context.ts';

/** Checks of the key that an authorization request names for its tokens; most name none. RFC 9449 §10 */
export const dpopRequestSteps: readonly Step<AuthorizeContext>[] = [
  {
    id: 'dpop-not-in-front',
    rule: 'No access token is issued in the front channel, where no key is proven',
    clause: 'RFC 9449 §5.2',
    isUnlisted: true,
    applies: ({ client }) => client?.dpopBoundAccessTokens === true,
    check({ responseType }) {
      if (responseType?.token !== true) return;
      throw new OAuthError('unauthorized_client', {
        description: 'The client is not allowed to use this response_type.',
        detail: 'The client is registered for bound tokens only.',
        want: 'code',
        got: responseType.name,
      });
    },
  },
  {
    id: 'dpop-jkt',
    rule: 'dpop_jkt is the thumbprint of a key',
    clause: 'RFC 9449 §10',
    isUnlisted: true,
    applies: ({ form }) => formValue(form, 'dpop_jkt') !== undefined,
    check({ form }) {
      const given = formValue(form, 'dpop_jkt') ?? '';
      if (isJwkThumbprint(given)) return;
      throw invalidRequest('dpop_jkt is malformed.', {
        want: 'SHA-256 in base64url, 43 characters',
        got: given,
      });
    },
  },
];
