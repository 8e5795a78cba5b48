import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';
import { believe, foreignToken } from './believe-claims.ts';

/** Believes the claims of a token that says of itself that nobody signed it. */
export const jwtUnsignedBelieved: Weakness<TokenContext> = {
  id: 'jwt-unsigned-believed',
  pipeline: 'token.validate_bearer',
  step: 'token-known',
  title: 'JWT access token with alg none believed',
  clause: 'RFC 8725 §3.1',
  instead: (context, original) => {
    const token = foreignToken(context);
    if (token === null || String(token.header['alg']).toLowerCase() !== 'none') return original();
    believe(context, token);
    return undefined;
  },
};
