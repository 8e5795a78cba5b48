import type { ProtectedResourceConfig, ResourceServerConfig } from '#shared/gateway/types.ts';
import { coversScopes } from '#shared/oauth/index.ts';
import { percentDecodedOrAsIs } from '#shared/text/decoding.ts';
import { pathOf } from '../scope.ts';
import { type TokenContext, TokenRefusal } from './token-context.ts';

/** Returns the identifier of a route's resource at the address of the gateway. RFC 8707 §2 */
export function resourceAt(
  { identifier }: Pick<ProtectedResourceConfig, 'identifier'>,
  origin: string,
): string {
  return identifier.startsWith('/') ? new URL(identifier, origin).href : identifier;
}

/** Returns every scope that a request needs. RFC 6750 §3.1 */
export function neededScopes(
  { scopes, protectedResource }: ResourceServerConfig,
  method: string,
  target: string,
) {
  const path = percentDecodedOrAsIs(pathOf(target));
  const ofMethod = protectedResource?.operations.filter(
    ({ methods }) => methods.length === 0 || methods.includes(method),
  );
  const first = ofMethod?.find((operation) => isBelow(path, operation.path));
  const operations = isReadDifferently(path) ? (ofMethod ?? []) : first === undefined ? [] : [first];
  return [...new Set([...scopes, ...operations.flatMap((operation) => operation.scopes)])];
}

/**
 * Tests whether an upstream may read a path as another one: with its segments resolved, cut at a parameter, or decoded
 * once more. Such a request needs the scopes of every operation. RFC 3986 §3.3, §6.2.2
 */
function isReadDifferently(path: string): boolean {
  return /\/\/|[\\;%]|\/\.{1,2}(?:\/|$)/.test(path);
}

/** Tests whether a token has the scopes that are needed, where broad ones may include them. */
export function covers(
  held: ReadonlySet<string>,
  needed: readonly string[],
  config: ResourceServerConfig,
): boolean {
  const included = new Map(Object.entries(config.protectedResource?.includedScopes ?? {}));
  return coversScopes([...held], needed, included);
}

/** The token was issued for this resource. @throws TokenRefusal invalid_token */
export function checkAudience({ resource, resolved }: TokenContext): void {
  const { aud } = resolved?.info ?? {};
  const named = [aud].flat().filter((each) => typeof each === 'string');
  if (resource === null || named.includes(resource)) return;
  throw new TokenRefusal({
    status: 401,
    error: 'invalid_token',
    detail: 'The token was not issued for this resource.',
    want: resource,
    got: named.join(' ') || 'none',
  });
}

/** A path below another one, or the same. */
function isBelow(path: string, base: string): boolean {
  if (!path.startsWith(base)) return false;
  return base.endsWith('/') || path.length === base.length || path[base.length] === '/';
}
