import { type ClientCheck, failed, passed, quoted } from './check.ts';

/** The body of a token response. */
export interface TokenResponseSeen {
  readonly answer: Readonly<Record<string, unknown>>;
}

/** The checks of a token response. */
export const tokenResponseChecks: readonly ClientCheck<TokenResponseSeen>[] = [
  {
    id: 'token-type',
    title: 'The token is of a type that the client can use',
    clause: 'RFC 6749 §7.1',
    run({ answer: { token_type: type } }) {
      if (type === undefined) return failed('It has no token_type.');
      return typeof type === 'string' && type.toLowerCase() === 'bearer'
        ? passed('Its token_type is Bearer.')
        : failed(`Its token_type ${quoted(type)} is none that this client can use.`);
    },
  },
];
