import { ConnectorFailure } from '../failure.ts';
import type { Call } from '../ports.ts';
import { type AuthenticationKit, type Authenticator, noProof, tokenProof } from './authenticator.ts';
import { grants } from './grants.ts';
import { askForToken } from './token-call.ts';
import { createTokenSource } from './token-source.ts';

/** An access token of the token endpoint, asked for when the one at hand is about to expire. RFC 6749 §4 */
export function oauthAuthenticator(kit: AuthenticationKit): Authenticator {
  const { properties } = kit;
  /** The refresh token that took the place of the configured one, as long as that stays the same. */
  let rolled: { readonly configured: string | null; readonly token: string } | null = null;

  async function fetchToken(call: Call) {
    const { grantType } = properties;
    if (grantType === null)
      throw new ConnectorFailure('CONFIGURATION', 'grantType is missing, although tokenEndpoint is set.', {
        fix: 'Set grantType to client_credentials, refresh_token or jwt_bearer.',
      });
    const configured = grantType === 'refresh_token' ? kit.secret('refreshToken') : null;
    if (rolled?.configured !== configured) rolled = null;
    const grant = await grants[grantType](kit, rolled?.token ?? null);
    const response = await askForToken(kit, grant, call, () => {
      if (call.replay === undefined) rolled = null;
    });
    if (call.replay === undefined && response.refreshToken !== null && grantType === 'refresh_token')
      rolled = { configured, token: response.refreshToken };
    return response;
  }

  const tokens = createTokenSource(kit.clock, fetchToken);
  return {
    async prove(call) {
      const { tokenEndpoint } = properties;
      if (tokenEndpoint === null || tokenEndpoint === '') return noProof;
      return tokenProof(properties, await tokens.get(call));
    },
    refused({ secrets }) {
      for (const token of secrets) tokens.drop(token);
      return secrets.length > 0;
    },
  };
}
