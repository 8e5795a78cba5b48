import { type ClientCheck, failed, passed, quoted } from './check.ts';

/** The body of a token response. */
export interface TokenResponseSeen {
  readonly answer: Readonly<Record<string, unknown>>;
}

/** The checks of a token response. */
export const tokenResponseChecks: readonly ClientCheck<TokenResponseSeen>[] = [
  {
    id: 'token-type',
    title: 'Token type is supported by the client',
    clause: 'RFC 6749 §7.1',
    run({ answer: { token_type: type } }) {
      if (type === undefined) return failed('token_type is missing.');
      return typeof type === 'string' && type.toLowerCase() === 'bearer'
        ? passed('Its token_type is Bearer.')
        : failed(`The client does not support the token_type ${quoted(type)}.`);
    },
  },
];
