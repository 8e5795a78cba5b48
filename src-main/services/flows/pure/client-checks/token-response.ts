import { type ClientCheck, failed, passed, quoted } from './check.ts';

/** The body of a token response. */
export interface TokenResponseSeen {
  readonly answer: Readonly<Record<string, unknown>>;
  /** The request carried a proof, so that the token has to be bound to its key. RFC 9449 §5 */
  readonly isBound: boolean;
}

/** The checks of a token response. */
export const tokenResponseChecks: readonly ClientCheck<TokenResponseSeen>[] = [
  {
    id: 'token-type',
    title: 'Token type is supported by the client',
    clause: 'RFC 6749 §7.1',
    run({ answer: { token_type: type }, isBound }) {
      if (type === undefined) return failed('token_type is missing.');
      const given = typeof type === 'string' ? type.toLowerCase() : '';
      if (isBound && given === 'bearer')
        return failed('The client sent a DPoP proof, but the token is not bound to its key.');
      return given === (isBound ? 'dpop' : 'bearer')
        ? passed(`Its token_type is ${isBound ? 'DPoP' : 'Bearer'}.`)
        : failed(`The client does not support the token_type ${quoted(type)}.`);
    },
  },
];
