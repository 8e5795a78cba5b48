import type { FilterNode, ResourceServerConfig } from '#shared/gateway/types.ts';
import { isJsonObject, toPointer } from '#shared/workspace/json-pointer.ts';
import { type Declaration, type ReadContext, reportInvalid } from '../reading/context.ts';
import { configOf, type Members, membersOf } from '../reading/members.ts';
import { readText } from '../reading/values.ts';
import { readTokenResolver } from './token-resolver.ts';

const defaultCacheMillis = 60_000;
/** Both are in the challenge of a response. RFC 9110 §5.6.4, RFC 6749 §3.3 */
const printable = /^[\x20-\x7E]*$/;
const scopeToken = /^[\x21\x23-\x5B\x5D-\x7E]+$/;

/** Reads an OAuth2ResourceServerFilter. */
export function readResourceServerFilter(context: ReadContext, declaration: Declaration): FilterNode | null {
  const members = configOf(context, declaration, {
    known: ['scopes', 'requireHttps', 'realm', 'cache', 'accessTokenResolver', 'executor'],
    ignored: ['cacheExpiration'],
  });
  const scopes = readScopes(members);
  const resolver = members.has('accessTokenResolver')
    ? readTokenResolver(context, members.raw('accessTokenResolver'), members.at('accessTokenResolver'))
    : members.missing('accessTokenResolver', 'the resolver for tokens');
  const requireHttps = members.boolean('requireHttps', true);
  const realm = readRealm(members);
  const cache = readCache(members);
  if (scopes === null || resolver === null) return null;
  const { name, path } = declaration;
  const config: ResourceServerConfig = { scopes, requireHttps, realm, cache, resolver };
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
  const { context } = members;
  const scopes = members.raw('scopes');
  if (scopes === undefined) return members.missing('scopes', 'a list, which may be empty');
  if (!Array.isArray(scopes))
    return reportInvalid(
      context,
      members.at('scopes'),
      'scopes is not a list.',
      'Use [ "mail" ]. Scopes from a script are not supported.',
    );
  const texts = (scopes as readonly unknown[]).map((scope, index) => {
    const path = [...members.at('scopes'), index];
    const text = readText(context, scope, path);
    if (text === null || scopeToken.test(text)) return text;
    return reportInvalid(
      context,
      path,
      'The scope is not valid.',
      'Use printable ASCII characters except space, " and \\.',
    );
  });
  return texts.every((scope) => scope !== null) ? texts : null;
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
