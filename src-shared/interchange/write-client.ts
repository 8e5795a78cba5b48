import { isPublicRegistration } from '../oauth/client-authentication.ts';
import { isJsonObject } from '../workspace/json-pointer.ts';
import type { JsonValue } from '../workspace/three-way.ts';
import {
  grantNames,
  implicitGrant,
  issuesToken,
  keptMember,
  openResponseTypes,
  unitSeconds,
} from './client-names.ts';
import { withoutSecretFields } from './kept-fields.ts';

type Members = Readonly<Record<string, JsonValue>>;

/** A client's file as the export has it. Secrets are never in it: who takes it over gives the client a new one. */
export function writeProductClient(document: Members, vendorUrn: string): Members {
  const before = document[keptMember];
  // Somebody may have written into it by hand.
  const stripped = withoutSecretFields(before ?? {}).value;
  const kept: Members = isJsonObject(stripped) ? stripped : {};
  return {
    ...kept,
    clientId: document['client_id'] ?? '',
    name: document['client_name'] ?? document['client_id'] ?? '',
    enabled: true,
    redirectUris: document['redirect_uris'] ?? [],
    grantTypes: grantsOf(document, kept, vendorUrn),
    clientAuth: { ...objectOf(kept, 'clientAuth'), type: authenticationOf(document) },
    ...scopesOf(document, kept),
    ...responseTypesOf(document, kept),
    ...lifetimeOf(document),
    ...keysOf(document, kept),
    ...flagsOf(document),
  };
}

/** As a workspace is read: a method without a secret waits for one, and makes nobody public. */
function authenticationOf(document: Members): 'NONE' | 'SECRET' | 'PRIVATE_KEY_JWT' {
  const method = document['token_endpoint_auth_method'];
  if (method === 'private_key_jwt') return 'PRIVATE_KEY_JWT';
  return isPublicRegistration(method, document['client_secret'] !== undefined) ? 'NONE' : 'SECRET';
}

/** Several clients in the form in which the product lists and takes them. */
export function writeClientExport(documents: readonly Members[], vendorUrn: string): Members {
  return { items: documents.map((document) => writeProductClient(document, vendorUrn)) };
}

function listOf(document: Members, name: string): readonly string[] {
  const value = document[name];
  return Array.isArray(value)
    ? (value as readonly JsonValue[]).filter((item) => typeof item === 'string')
    : [];
}

function objectOf(members: Members, name: string): Members {
  const value = members[name];
  return isJsonObject(value) ? value : {};
}

function grantsOf(document: Members, kept: Members, vendorUrn: string): JsonValue {
  const names = grantNames(vendorUrn);
  const registered =
    document['grant_types'] === undefined ? ['authorization_code'] : listOf(document, 'grant_types');
  const grants = registered.flatMap(
    (grant) => names.find((name) => name.registered === grant)?.product ?? [],
  );
  const isImplicit = issuesToken(document['response_types']);
  return [...new Set([...grants, ...(isImplicit ? [implicitGrant] : []), ...listOf(kept, 'grantTypes')])];
}

function scopesOf(document: Members, kept: Members): Members {
  const scope = typeof document['scope'] === 'string' ? document['scope'] : '';
  const exclusive = new Set(listOf(kept, 'exclusiveScopes'));
  const restricted = scope.split(' ').filter((name) => name !== '' && !exclusive.has(name));
  // Where every common scope was allowed, that stays so.
  const isOpen = kept['restrictScopes'] === false;
  const asked = new Set(scope.split(' '));
  return {
    ...(isOpen ? { restrictScopes: false } : { restrictScopes: true, restrictedScopes: restricted }),
    ...(exclusive.size === 0 ? {} : { exclusiveScopes: [...exclusive].filter((name) => asked.has(name)) }),
  };
}

function responseTypesOf(document: Members, kept: Members): Members {
  const types = listOf(document, 'response_types');
  if (types.length === 0) return {};
  const open = openResponseTypes(listOf(document, 'grant_types'));
  const isOpen = kept['restrictedResponseTypes'] !== undefined && types.join() === open.join();
  return isOpen ? {} : { restrictedResponseTypes: types };
}

function lifetimeOf(document: Members): Members {
  const seconds = document['refresh_token_lifetime_seconds'];
  if (typeof seconds !== 'number') return {};
  const [unit, size] = Object.entries(unitSeconds).findLast(([, each]) => seconds % each === 0) ?? [
    'MINUTES',
    60,
  ];
  return {
    persistentGrantExpirationType: 'OVERRIDE_SERVER_DEFAULT',
    // The product counts in minutes at the least: a grant lives no shorter than it does here.
    persistentGrantExpirationTime: Math.ceil(seconds / size),
    persistentGrantExpirationTimeUnit: unit,
  };
}

function keysOf(document: Members, kept: Members): Members {
  const algorithm = document['id_token_signed_response_alg'];
  const jwks = document['jwks'];
  return {
    ...(typeof algorithm === 'string'
      ? { oidcPolicy: { ...objectOf(kept, 'oidcPolicy'), idTokenSigningAlgorithm: algorithm } }
      : {}),
    ...(jwks === undefined
      ? {}
      : { jwksSettings: { ...objectOf(kept, 'jwksSettings'), jwks: JSON.stringify(jwks) } }),
  };
}

function flagsOf(document: Members): Members {
  const rolls = document['roll_refresh_tokens'];
  const flag = (own: string, product: string): Members => (document[own] === true ? { [product]: true } : {});
  const algorithm = document['request_object_signing_alg'];
  return {
    ...(typeof rolls === 'boolean' ? { refreshRolling: rolls ? 'ROLL' : 'DONT_ROLL' } : {}),
    ...flag('skip_consent', 'bypassApprovalPage'),
    ...flag('require_pkce', 'requireProofKeyForCodeExchange'),
    ...flag('require_signed_request_object', 'requireSignedRequests'),
    ...(typeof algorithm === 'string' ? { requestObjectSigningAlgorithm: algorithm } : {}),
  };
}
