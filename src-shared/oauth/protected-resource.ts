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

/**
 * Returns the well-known addresses of the metadata of a protected resource: the one with its path inserted, then the
 * root. RFC 9728 §3.1
 */
export function resourceMetadataUrls(resource: string): readonly [string, ...string[]] {
  const inserted = resourceMetadataUrl(resource);
  const root = new URL(resource).origin + resourceMetadataPath;
  return inserted === root ? [root] : [inserted, root];
}

/**
 * Returns the identifier that metadata must contain. Metadata from a challenge and from the address with the path
 * inserted describe the resource itself; the root describes the whole origin. RFC 9728 §3.3
 */
export function describedResource(resource: string, metadataUrl: string, isChallenged: boolean): string {
  const url = new URL(resource);
  url.hash = '';
  const isRoot = metadataUrl === url.origin + resourceMetadataPath;
  return isRoot && !isChallenged ? url.origin : url.href;
}

/** True if two identifiers are the same; an origin may end in a slash. RFC 9728 §3.3 */
export function isSameResource(one: string, other: string): boolean {
  const whole = (text: string) => (URL.canParse(text) && text === new URL(text).origin ? `${text}/` : text);
  return whole(one) === whole(other);
}

/**
 * Returns the addresses of an authorization server's metadata in the order in which an MCP client asks them: RFC 8414
 * §3.1, the same for OpenID Connect (RFC 8414 §5), OpenID Connect Discovery §4.
 */
export function serverMetadataUrls(issuer: string): readonly [string, ...string[]] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const [oauth, openid] = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];
  return path === ''
    ? [origin + oauth, origin + openid]
    : [origin + oauth + path, origin + openid + path, origin + path + openid];
}

/** Scopes of two lists, each once, in the order of their first occurrence. */
export function scopeUnion(...lists: readonly string[]): string {
  const scopes = lists.flatMap((list) => list.split(' ')).filter((scope) => scope !== '');
  return [...new Set(scopes)].join(' ');
}
