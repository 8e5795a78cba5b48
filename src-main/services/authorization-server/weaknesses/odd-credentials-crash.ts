import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Takes for granted that every Authorization header is well-formed HTTP Basic. */
export const oddCredentialsCrash: Weakness<TokenContext> = {
  id: 'odd-credentials-crash',
  pipeline: 'token.*',
  step: 'client-authenticated',
  title: 'Odd Authorization header breaks the server',
  clause: 'RFC 6749 §5.2',
  instead: (context, original) => {
    const { authorization } = context.request.headers;
    if (authorization !== undefined && !/^Basic [A-Za-z0-9+/]+={0,2}$/.test(authorization))
      throw new TypeError('The Authorization header is not as expected');
    return original();
  },
};
