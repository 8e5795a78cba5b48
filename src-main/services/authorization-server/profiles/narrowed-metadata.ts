import { parseResponseType } from '#shared/oauth/index.ts';
import { allowsGrantType, allowsResponseType, fapiAlgorithms } from '#shared/oauth/profiles/requirements.ts';
import type { Profile } from '#shared/workspace/index.ts';

/** Values that the profile keeps, by the member of the metadata. */
type Kept = Readonly<Record<string, (value: string) => boolean>>;

const isFapiAlgorithm = (name: string): boolean => fapiAlgorithms.includes(name);
const isKeyMethod = (method: string): boolean => method === 'private_key_jwt';

const kept: Readonly<Record<Profile, Kept>> = {
  product: {},
  strict: {},
  training: {},
  'oauth-2.1': {
    response_types_supported: (name) => allowsResponse('oauth-2.1', name),
    grant_types_supported: allowsGrantType,
  },
  'fapi-2.0-security': {
    response_types_supported: (name) => allowsResponse('fapi-2.0-security', name),
    grant_types_supported: allowsGrantType,
    token_endpoint_auth_methods_supported: isKeyMethod,
    introspection_endpoint_auth_methods_supported: isKeyMethod,
    revocation_endpoint_auth_methods_supported: isKeyMethod,
    token_endpoint_auth_signing_alg_values_supported: isFapiAlgorithm,
    introspection_endpoint_auth_signing_alg_values_supported: isFapiAlgorithm,
    revocation_endpoint_auth_signing_alg_values_supported: isFapiAlgorithm,
    dpop_signing_alg_values_supported: isFapiAlgorithm,
    id_token_signing_alg_values_supported: isFapiAlgorithm,
    authorization_signing_alg_values_supported: isFapiAlgorithm,
    request_object_signing_alg_values_supported: isFapiAlgorithm,
  },
};

function allowsResponse(profile: 'oauth-2.1' | 'fapi-2.0-security', name: string): boolean {
  const type = parseResponseType(name);
  return type !== undefined && allowsResponseType(profile, type);
}

/** Takes out of the metadata what the profile excludes: they name nothing that the server rejects. RFC 8414 §2 */
export function narrowedMetadata(
  document: Readonly<Record<string, unknown>>,
  profile: Profile,
): Readonly<Record<string, unknown>> {
  const changes = Object.entries(kept[profile]).flatMap(([member, keeps]) => {
    const values: unknown = document[member];
    return Array.isArray(values) ? [[member, values.map(String).filter(keeps)] as const] : [];
  });
  return { ...document, ...Object.fromEntries(changes) };
}
