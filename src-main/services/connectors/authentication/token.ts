import {
  type AuthenticationKit,
  type Authenticator,
  noProof,
  type Proof,
  tokenProof,
} from './authenticator.ts';

/** The token of the configuration. */
export function tokenAuthenticator({ properties, secret }: AuthenticationKit): Authenticator {
  let last: { readonly token: string; readonly proof: Proof } | null = null;
  return {
    prove() {
      const token = secret('authToken');
      if (token === null) return noProof;
      // The same token gives the same proof: the result is reused.
      if (last?.token !== token) last = { token, proof: tokenProof(properties, token) };
      return last.proof;
    },
    refused: () => false,
  };
}
