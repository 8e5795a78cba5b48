import type { ConnectorGrantType } from '#shared/connectors/index.ts';
import { ConnectorFailure } from '../failure.ts';
import type { AuthenticationKit } from './authenticator.ts';
import { signJwt } from './sign-jwt.ts';

/** Content of a token call besides the client's credentials. */
export interface GrantRequest {
  /** As the step shows it. */
  readonly grant: ConnectorGrantType;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly secrets: readonly string[];
}

type Grant = (
  kit: AuthenticationKit,
  rolledRefreshToken: string | null,
) => GrantRequest | Promise<GrantRequest>;

/** The grants by their names in the configuration. Spec 2 §A.1 */
export const grants: Readonly<Record<ConnectorGrantType, Grant>> = {
  // RFC 6749 §4.4.2
  client_credentials: () => ({
    grant: 'client_credentials',
    fields: [['grant_type', 'client_credentials']],
    secrets: [],
  }),
  // RFC 6749 §6
  refresh_token({ secret }, rolled) {
    const token = rolled ?? secret('refreshToken');
    if (token === null)
      throw new ConnectorFailure(
        'CONFIGURATION',
        'refreshToken is missing. The grant refresh_token requires it.',
        {
          fix: 'Set refreshToken to a refresh token that the authorization server issued to this client.',
        },
      );
    const fields = [
      ['grant_type', 'refresh_token'],
      ['refresh_token', token],
    ] as const;
    return { grant: 'refresh_token', fields, secrets: [token] };
  },
  // RFC 7523 §2.1; what every server asks of an assertion is put in where jwtClaims leave it out. §3
  async jwt_bearer(kit) {
    const { clientId, tokenEndpoint } = kit.properties;
    const who = clientId === null ? {} : { iss: clientId, sub: clientId };
    const jti = Buffer.from(kit.random.bytes(16)).toString('base64url');
    const { token } = await signJwt(kit, { ...who, aud: tokenEndpoint ?? '', jti });
    const fields = [
      ['grant_type', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
      ['assertion', token],
    ] as const;
    return { grant: 'jwt_bearer', fields, secrets: [token] };
  },
};
