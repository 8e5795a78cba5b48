import type { FilterNode, ResourceServerConfig } from '#shared/gateway/types.ts';
import { isJsonObject, toPointer } from '#shared/workspace/json-pointer.ts';
import { type Declaration, type ReadContext, reportInvalid } from '../reading/context.ts';
import { configOf, type Members, membersOf } from '../reading/members.ts';
import { readProtectedResource } from './protected-resource.ts';
import { readScopeList } from './scope-list.ts';
import { readTokenResolver } from './token-resolver.ts';

const defaultCacheMillis = 60_000;
/** It is in the challenge of a response. RFC 9110 §5.6.4 */
const printable = /^[\x20-\x7E]*$/;

/** Reads an OAuth2ResourceServerFilter. */
export function readResourceServerFilter(context: ReadContext, declaration: Declaration): FilterNode | null {
  const members = configOf(context, declaration, {
    known: [
      'scopes',
      'requireHttps',
      'realm',
      'cache',
      'accessTokenResolver',
      'executor',
      'protectedResource',
    ],
    ignored: ['cacheExpiration'],
  });
  const scopes = readScopes(members);
  const resolver = members.has('accessTokenResolver')
    ? readTokenResolver(context, members.raw('accessTokenResolver'), members.at('accessTokenResolver'))
    : members.missing('accessTokenResolver', 'the resolver for tokens');
  const requireHttps = members.boolean('requireHttps', true);
  const realm = readRealm(members);
  const cache = readCache(members);
  const resource = members.has('protectedResource') ? readProtectedResource(members, resolver) : undefined;
  if (scopes === null || resolver === null || resource === null) return null;
  const { name, path } = declaration;
  const config: ResourceServerConfig = {
    scopes,
    requireHttps,
    realm,
    cache,
    resolver,
    ...(resource === undefined ? {} : { protectedResource: resource }),
  };
  return { type: 'OAuth2ResourceServerFilter', name, pointer: toPointer(path), config };
}

function readRealm(members: Members): string | null {
  const realm = members.text('realm');
  if (realm === null || printable.test(realm)) return realm;
  return reportInvalid(
    members.context,
    members.at('realm'),
    'The realm contains invalid characters.',
    'Use printable ASCII characters.',
  );
}

function readScopes(members: Members): readonly string[] | null {
  return members.has('scopes')
    ? readScopeList(members, 'scopes')
    : members.missing('scopes', 'a list, which may be empty');
}

function readCache(members: Members): ResourceServerConfig['cache'] {
  const value = members.raw('cache');
  if (members.object('cache') === null || !isJsonObject(value))
    return { isEnabled: false, defaultTimeoutMillis: defaultCacheMillis, maxTimeoutMillis: null };
  const cache = membersOf(members.context, value, members.at('cache'), {
    known: ['enabled', 'defaultTimeout', 'maxTimeout'],
    ignored: ['amService', 'onNotificationDisconnection', 'maximumTimeToCache', 'executor'],
  });
  return {
    isEnabled: cache.boolean('enabled', false),
    defaultTimeoutMillis: cache.millis('defaultTimeout', defaultCacheMillis) ?? defaultCacheMillis,
    maxTimeoutMillis: cache.millis('maxTimeout', null),
  };
}
