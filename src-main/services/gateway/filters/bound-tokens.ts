import { addressesOf, dpopChallenge, nonceHeader, type ResourcePlace } from '#main/platform/dpop/index.ts';
import { headerValues, pathOf } from '../scope.ts';
import { type TokenContext, TokenRefusal } from './token-context.ts';

/** How the filter sees the proof of a request: a token that is bound to a key needs one. RFC 9449 §7 */
export const boundTokens: ResourcePlace<TokenContext> = {
  state: ({ proofs }) => proofs,
  applies: ({ scheme }) => scheme === 'DPoP',
  sent: ({ gateway }) => headerValues(gateway.exchange.rawHeaders, 'dpop'),
  method: ({ gateway }) => gateway.exchange.method,
  uris: ({ gateway: { exchange } }) =>
    addressesOf(exchange.origin + pathOf(exchange.target), headerValues(exchange.rawHeaders, 'host')[0]),
  isProven: ({ dpop }) => dpop !== null,
  needsNonce: () => false,
  token: ({ token }) => token,
  boundTo: ({ resolved }) => resolved?.boundTo ?? null,
  refuse: (_, error, evidence) => new TokenRefusal({ status: 401, error, ...evidence }),
};

/** The challenge in the scheme that was used; a bound token that came as a bearer token is told the other one. RFC 9449 §7.2 */
export function challengeIn({ scheme, resolved }: TokenContext, parameters: readonly string[]): string {
  if (scheme === 'DPoP') return dpopChallenge(parameters);
  const bearer = `Bearer ${parameters.join(', ')}`.trim();
  return (resolved?.boundTo ?? null) === null ? bearer : `${bearer}, ${dpopChallenge([])}`;
}

/** The header with a nonce, where no more proofs can be remembered without one. RFC 9449 §9 */
export function nonceOf({ proofs, failure, nowMillis }: TokenContext): readonly string[] {
  const error = failure?.options.error === 'use_dpop_nonce' ? 'use_dpop_nonce' : null;
  return nonceHeader(proofs, false, error, nowMillis);
}
