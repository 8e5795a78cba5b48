import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';
import { required, type TokenContext } from '../token/context.ts';

/** Flaws in what authorization requests say of keys. */
export const dpopRequestWeaknesses: readonly Weakness<AuthorizeContext>[] = [
  /** Gives a client that takes bound tokens only one that is bound to nothing, in the address. */
  {
    id: 'dpop-front-channel',
    pipeline: 'authorize',
    step: 'dpop-not-in-front',
    title: 'Unbound token in the front channel for a client with bound tokens',
    clause: 'RFC 9449 §5.2',
    instead: () => undefined,
  },
];

/** Flaws in the checks of proofs at the token endpoint. */
export const dpopWeaknesses: readonly Weakness<TokenContext>[] = [
  /** Asks for nonces in its settings and looks at none: proofs can be made in advance. */
  {
    id: 'dpop-nonce-off',
    pipeline: 'token.*',
    step: 'dpop-nonce',
    title: 'Nonce of DPoP proofs not checked',
    clause: 'RFC 9449 §8',
    instead: () => undefined,
  },
  /** Refreshes with any key, so that a stolen refresh token of a public client works. */
  {
    id: 'dpop-refresh-unbound',
    pipeline: 'token.refresh_token',
    step: 'refresh-is-keys',
    title: 'Refresh token of a public client not bound to its key',
    clause: 'RFC 9449 §5',
    instead: () => undefined,
  },
  /** Exchanges a code with any key, so that a stolen code works. */
  {
    id: 'dpop-code-unbound',
    pipeline: 'token.authorization_code',
    step: 'code-is-keys',
    title: 'dpop_jkt not compared when a code is redeemed',
    clause: 'RFC 9449 §10',
    instead: () => undefined,
  },
  /** Believes the header of a proof: its type, its algorithm, and a key that everybody can read. */
  {
    id: 'dpop-header',
    pipeline: 'token.*',
    step: 'dpop-type',
    title: 'Header of DPoP proofs not checked',
    clause: 'RFC 9449 §4.3',
    instead: () => undefined,
    alongside: {
      'dpop-one-proof': () => undefined,
      'dpop-algorithm': () => undefined,
      'dpop-key': (context, original) => {
        const proof = required(context.dpop);
        const { jwk } = proof.jws.header;
        if (typeof jwk !== 'object' || jwk === null || !('d' in jwk)) return original();
        const { d: _, ...publicJwk } = jwk;
        const read = context.runtime.dpop.keys.read(publicJwk);
        if ('fault' in read) return original();
        proof.key = read.key;
        proof.thumbprint = read.thumbprint;
        return undefined;
      },
      'dpop-signature': (context, original) =>
        required(context.dpop).jws.algorithm.toLowerCase() === 'none' ? undefined : original(),
    },
  },
  /** Takes proofs of any time, also those that were made in advance. */
  {
    id: 'dpop-iat',
    pipeline: 'token.*',
    step: 'dpop-time',
    title: 'Age of DPoP proofs not checked',
    clause: 'RFC 9449 §11.1',
    instead: () => undefined,
  },
];
