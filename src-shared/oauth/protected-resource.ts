/** Where the metadata of a protected resource stand: before the path of the resource. RFC 9728 §3.1 */
export const resourceMetadataPath = '/.well-known/oauth-protected-resource';

/** Origin, path and query of an HTTP address. */
const addressParts = /^(https?:\/\/[^/?#]*)([^?#]*)(\?[^#]*)?/i;

/** Facts that a protected resource publishes about itself. RFC 9728 §2 */
export interface ResourceFacts {
  /** Its identifier, as audiences name it. RFC 8707 §2 */
  readonly resource: string;
  /** Issuer of the authorization server that it trusts. */
  readonly issuer: string;
  readonly scopes: readonly string[];
  readonly name: string | null;
}

/** Returns the address of a resource's metadata, with the well-known path between host and path. RFC 9728 §3.1 */
export function resourceMetadataUrl(resource: string): string {
  const [, origin = resource, path = '', query = ''] = addressParts.exec(resource) ?? [];
  return `${origin}${resourceMetadataPath}${path === '/' ? '' : path}${query}`;
}

/** Makes the metadata document of a resource. RFC 9728 §2 */
export function resourceMetadata({ resource, issuer, scopes, name }: ResourceFacts): string {
  return JSON.stringify({
    resource,
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    ...(name === null ? {} : { resource_name: name }),
  });
}

/** Tests whether scopes cover those that are needed, where a broad one includes narrower ones. RFC 6749 §3.3 */
export function coversScopes(
  held: readonly string[],
  needed: readonly string[],
  includes: ReadonlyMap<string, readonly string[]>,
): boolean {
  const all = new Set(held.flatMap((scope) => [scope, ...(includes.get(scope) ?? [])]));
  return needed.every((scope) => all.has(scope));
}
