import { type AuthenticationKit, type Authenticator, tokenProof } from './authenticator.ts';
import { signJwt } from './sign-jwt.ts';
import { createTokenSource } from './token-source.ts';

/** A JWT that is signed here; used until it is about to expire. */
export function jwtAuthenticator(kit: AuthenticationKit): Authenticator {
  const tokens = createTokenSource(kit.clock, () => signJwt(kit));
  return {
    prove: async (call) => tokenProof(kit.properties, await tokens.get(call)),
    refused({ secrets }) {
      for (const token of secrets) tokens.drop(token);
      return true;
    },
  };
}
