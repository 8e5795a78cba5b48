import type { ProtectedResourceConfig, ResourceOperation, TokenResolver } from '#shared/gateway/types.ts';
import { isJsonObject } from '#shared/workspace/json-pointer.ts';
import { isHttpAddress } from '../reading/address.ts';
import { report, reportInvalid } from '../reading/context.ts';
import { type Members, membersOf } from '../reading/members.ts';
import { readScopeList } from './scope-list.ts';
import { readUrl } from './token-resolver.ts';

const members = [
  'identifier',
  'name',
  'authorizationServer',
  'scopesSupported',
  'operations',
  'includedScopes',
];

/** Reads how a route presents itself as a protected resource; null: a problem was reported. RFC 9728 §2 */
export function readProtectedResource(
  filter: Members,
  resolver: TokenResolver | null,
): ProtectedResourceConfig | null {
  const { context } = filter;
  const value = filter.raw('protectedResource');
  const path = filter.at('protectedResource');
  if (!isJsonObject(value)) return reportInvalid(context, path, 'Expected an object.', 'Use { … }.');
  if (resolver?.type === 'ValidateBearerAccessTokenResolver')
    return report(context, path, {
      code: 'route.conflict',
      message: 'The resolver does not report the audience of tokens.',
      fix: 'Use TokenIntrospectionAccessTokenResolver.',
    });
  const resource = membersOf(context, value, path, { known: members });
  const identifier = readIdentifier(resource);
  const scopesSupported = resource.has('scopesSupported') ? readScopeList(resource, 'scopesSupported') : [];
  const operations = readOperations(resource);
  const includedScopes = readIncluded(resource);
  if (identifier === null || scopesSupported === null || operations === null || includedScopes === null)
    return null;
  return {
    identifier,
    resourceName: resource.text('name'),
    authorizationServer: readUrl(resource, 'authorizationServer'),
    scopesSupported,
    operations,
    includedScopes,
  };
}

function readIdentifier(resource: Members): string | null {
  if (!resource.has('identifier')) return resource.missing('identifier', 'a path, such as /mcp, or a URL');
  const identifier = resource.text('identifier');
  if (identifier === null) return null;
  const isPath = /^\/[^/#?][^#?]*$|^\/$/.test(identifier);
  if (isPath || (isHttpAddress(identifier) && !identifier.includes('#'))) return identifier;
  return reportInvalid(
    resource.context,
    resource.at('identifier'),
    'The identifier is not a path or an HTTP URL without a fragment.',
    'Use a path, such as /mcp, or a URL.',
  );
}

function readOperations(resource: Members): readonly ResourceOperation[] | null {
  const { context } = resource;
  if (!resource.has('operations')) return [];
  const list = resource.raw('operations');
  if (!Array.isArray(list))
    return reportInvalid(context, resource.at('operations'), 'operations is not a list.', 'Use [ … ].');
  const read = (list as readonly unknown[]).map((value, index): ResourceOperation | null => {
    const path = [...resource.at('operations'), index];
    if (!isJsonObject(value)) return reportInvalid(context, path, 'Expected an object.', 'Use { … }.');
    const operation = membersOf(context, value, path, { known: ['methods', 'path', 'scopes'] });
    const scopes = operation.has('scopes')
      ? readScopeList(operation, 'scopes')
      : operation.missing('scopes', 'the scopes that the operation needs');
    // Methods have the characters of scopes. RFC 9110 §9.1
    const methods = operation.has('methods') ? readScopeList(operation, 'methods') : [];
    if (scopes === null || methods === null) return null;
    return { scopes, methods, path: operation.text('path') ?? '/' };
  });
  return read.every((operation) => operation !== null) ? read : null;
}

function readIncluded(resource: Members): ProtectedResourceConfig['includedScopes'] | null {
  const included = resource.object('includedScopes');
  const value = resource.raw('includedScopes');
  if (value === undefined) return {};
  if (included === null || !isJsonObject(value)) return null;
  const lists = Object.keys(value).map((scope) => [scope, readScopeList(included, scope)] as const);
  const whole = lists.flatMap(([scope, list]) => (list === null ? [] : [[scope, list] as const]));
  return whole.length === lists.length ? Object.fromEntries(whole) : null;
}
