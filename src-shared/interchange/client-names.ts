import { grants, issuesInFront, parseResponseType, tokenGrantIds } from '../oauth/index.ts';

/** The member of a client's file that keeps what the other product says of it and nothing here reads. */
export const keptMember = 'product_fields';

/** A grant as the export spells it, and as a registration does. RFC 7591 §2 */
export interface GrantName {
  readonly product: string;
  readonly registered: string;
}

/** The grants that both sides know. The implicit grant is no grant type of a registration, but a response type. */
export function grantNames(vendorUrn: string): readonly GrantName[] {
  return tokenGrantIds.flatMap((id) => {
    const { productName, grantType } = grants[id];
    return productName === null ? [] : [{ product: productName, registered: grantType(vendorUrn) }];
  });
}

/** How the export spells the implicit grant. */
export const implicitGrant = grants.implicit.productName ?? '';

/**
 * Returns the response types that a client with the implicit grant may request where none are named, given its
 * registered grants.
 */
export function openResponseTypes(grantTypes: readonly string[]): readonly string[] {
  return grantTypes.includes('authorization_code') ? ['code', 'token'] : ['token'];
}

/** True if response types return a token from the authorization endpoint, as the implicit grant does. */
export function issuesToken(responseTypes: unknown): boolean {
  return (
    Array.isArray(responseTypes) &&
    responseTypes.some((name) => {
      const type = parseResponseType(String(name));
      return type !== undefined && issuesInFront(type);
    })
  );
}

/** Seconds of the units in which the export counts. */
export const unitSeconds: Readonly<Record<string, number>> = { MINUTES: 60, HOURS: 3_600, DAYS: 86_400 };

/** Algorithms of ID tokens that both sides know. */
export const idTokenAlgorithms: ReadonlySet<string> = new Set(['RS256', 'ES256']);

/** Members of the export that mean the same here as being absent, or nothing at all for a server of this kind. */
export const plainMembers: Readonly<Record<string, (value: unknown) => boolean>> = {
  enabled: (value) => value === true,
  refreshRolling: (value) => value === 'SERVER_DEFAULT',
  persistentGrantExpirationType: (value) => value === 'SERVER_DEFAULT',
  persistentGrantExpirationTime: () => true,
  persistentGrantExpirationTimeUnit: () => true,
  restrictScopes: () => true,
  restrictedScopes: (value) => Array.isArray(value) && value.length === 0,
  restrictedResponseTypes: (value) => Array.isArray(value) && value.length === 0,
  exclusiveScopes: () => true,
  redirectUris: (value) => Array.isArray(value) && value.length === 0,
  bypassApprovalPage: (value) => value === false,
  requireProofKeyForCodeExchange: (value) => value === false,
  requireSignedRequests: (value) => value === false,
  description: () => true,
  logoUrl: () => true,
  modificationDate: () => true,
  creationDate: () => true,
};

/** Members of a client's file that an export speaks for: one that lacks them takes them away. */
export const spokenFor = [
  'client_id',
  'client_name',
  'redirect_uris',
  'grant_types',
  'response_types',
  'scope',
  'roll_refresh_tokens',
  'require_pkce',
  'refresh_token_lifetime_seconds',
  'skip_consent',
  'id_token_signed_response_alg',
  'jwks',
  'request_object_signing_alg',
  'require_signed_request_object',
  keptMember,
] as const;
