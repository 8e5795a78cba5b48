import type { Weakness } from '#main/platform/pipeline.ts';
import { OAuthError } from '../errors.ts';
import type { TokenContext } from '../token/context.ts';

/** Compares the secret as it stands in the header: clients that encode it as they must are turned away. */
export const basicNotDecoded: Weakness<TokenContext> = {
  id: 'basic-not-decoded',
  pipeline: 'token.*',
  step: 'client-authenticated',
  title: 'HTTP Basic credentials not form-decoded',
  clause: 'RFC 6749 §2.3.1',
  instead: (context, original) => {
    const encoded = /^Basic (.+)$/i.exec(context.request.headers.authorization ?? '')?.[1] ?? '';
    const pair = Buffer.from(encoded, 'base64').toString('utf8');
    if (/[%+]/.test(pair))
      throw new OAuthError('invalid_client', { description: 'Invalid client or client credentials' });
    return original();
  },
};
