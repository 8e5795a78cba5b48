import type { z } from 'zod';
import { isPublicRegistration } from '../oauth/client-authentication.ts';
import type { Client, clientFileSchema } from './registrations.ts';

const scopesOf = (scope: string): readonly string[] => scope.split(' ').filter((part) => part !== '');

/** A client from its metadata and the SHA-256 of its secret; null: it has none. RFC 7591 §2 */
export function clientOfMetadata(
  value: z.output<typeof clientFileSchema>,
  secretSha256: Uint8Array | null,
): Client {
  const grantTypes = new Set(value.grant_types);
  return {
    clientId: value.client_id,
    clientName: value.client_name ?? value.client_id,
    isPublic: isPublicRegistration(value.token_endpoint_auth_method, value.client_secret !== undefined),
    secretSha256,
    authentication: value.token_endpoint_auth_method,
    assertionAlgorithm: value.token_endpoint_auth_signing_alg,
    keys: { inline: value.jwks?.keys ?? [], uri: value.jwks_uri },
    redirectUris: value.redirect_uris,
    grantTypes,
    responseTypes: new Set(value.response_types ?? (grantTypes.has('authorization_code') ? ['code'] : [])),
    scopes: scopesOf(value.scope),
    rollRefreshTokens: value.roll_refresh_tokens,
    requirePkce: value.require_pkce,
    accessTokenLifetimeSeconds: value.access_token_lifetime_seconds,
    refreshTokenLifetimeSeconds: value.refresh_token_lifetime_seconds,
    skipConsent: value.skip_consent ?? false,
    accessTokenFormat: value.access_token_format,
    accessTokenAlgorithm: value.access_token_signed_response_alg,
    idTokenAlgorithm: value.id_token_signed_response_alg ?? 'RS256',
    audiences: value.audience ?? [],
    dpopBoundAccessTokens: value.dpop_bound_access_tokens ?? false,
    requestObject: {
      algorithm: value.request_object_signing_alg,
      isRequired: value.require_signed_request_object ?? false,
      uris: value.request_uris ?? [],
    },
    requiresPush: value.require_pushed_authorization_requests ?? false,
    logout: {
      redirectUris: value.post_logout_redirect_uris ?? [],
      backchannelUri: value.backchannel_logout_uri,
    },
    responseAlgorithm: value.authorization_signed_response_alg ?? 'RS256',
    identityProvider: value.identity_provider,
    applicationType: value.application_type ?? 'web',
    documentHash: undefined,
  };
}
