import { z } from 'zod';
import { assertionAlgorithms, hostedAuthentications } from '#shared/oauth/index.ts';
import { signingAlgorithms } from '#shared/workspace/index.ts';

const text = z.string().min(1).max(512);
const uri = z.string().min(1).max(2_048);
const texts = z.array(text).min(1).max(50);
const maxKeys = 20;

/**
 * Members of a registration that the server understands; it ignores all others. RFC 7591 §2, OpenID Connect Registration
 * §2, RFC 9101 §10.5, RFC 9126 §6, RFC 9449 §5.2
 */
export const clientMetadataSchema = z.object({
  redirect_uris: z.array(uri).max(20).optional(),
  token_endpoint_auth_method: z.enum(hostedAuthentications).optional(),
  token_endpoint_auth_signing_alg: z.enum(assertionAlgorithms).optional(),
  grant_types: texts.optional(),
  response_types: z.array(text).max(20).optional(),
  client_name: z.string().min(1).max(100).optional(),
  client_uri: uri.optional(),
  logo_uri: uri.optional(),
  policy_uri: uri.optional(),
  tos_uri: uri.optional(),
  contacts: texts.optional(),
  scope: z.string().max(2_048).optional(),
  jwks_uri: uri.optional(),
  jwks: z
    .object({
      keys: z
        .array(
          z
            .looseObject({ kty: z.string() })
            .refine((key) => !('d' in key || 'k' in key), { error: 'it has a private member' }),
        )
        .max(maxKeys),
    })
    .optional(),
  software_id: text.optional(),
  software_version: text.optional(),
  software_statement: z.string().max(32_768).optional(),
  application_type: z.enum(['web', 'native']).optional(),
  sector_identifier_uri: uri.optional(),
  initiate_login_uri: uri.optional(),
  id_token_signed_response_alg: z.enum(signingAlgorithms).optional(),
  authorization_signed_response_alg: z.enum(signingAlgorithms).optional(),
  request_object_signing_alg: text.optional(),
  require_signed_request_object: z.boolean().optional(),
  request_uris: z.array(uri).max(20).optional(),
  require_pushed_authorization_requests: z.boolean().optional(),
  dpop_bound_access_tokens: z.boolean().optional(),
});

type Given = z.output<typeof clientMetadataSchema>;

/** The metadata of a registration with the defaults of the server. */
export interface ClientMetadata extends Given {
  readonly redirect_uris: string[];
  readonly token_endpoint_auth_method: NonNullable<Given['token_endpoint_auth_method']>;
  readonly grant_types: string[];
  readonly response_types: string[];
  readonly application_type: 'web' | 'native';
}

/** Members by which a workspace gives a client more than any registration may ask for. */
export const privilegedMembers: ReadonlySet<string> = new Set([
  'skip_consent',
  'roll_refresh_tokens',
  'require_pkce',
  'access_token_lifetime_seconds',
  'refresh_token_lifetime_seconds',
  'access_token_format',
  'access_token_signed_response_alg',
  'audience',
  'identity_provider',
  'private_key',
]);

/** Fills in what a registration leaves out. RFC 7591 §2 */
export function withDefaults(given: Given): ClientMetadata {
  const grantTypes = given.grant_types ?? ['authorization_code'];
  const responseTypes = [
    ...(grantTypes.includes('authorization_code') ? ['code'] : []),
    ...(grantTypes.includes('implicit') ? ['token'] : []),
  ];
  return {
    ...given,
    redirect_uris: given.redirect_uris ?? [],
    token_endpoint_auth_method: given.token_endpoint_auth_method ?? 'client_secret_basic',
    grant_types: grantTypes,
    response_types: given.response_types ?? responseTypes,
    application_type: given.application_type ?? 'web',
  };
}
