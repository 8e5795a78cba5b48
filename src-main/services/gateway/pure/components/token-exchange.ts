import type { FilterNode } from '#shared/gateway/types.ts';
import { toPointer } from '#shared/workspace/json-pointer.ts';
import { isHttpAddress } from '../reading/address.ts';
import { type Declaration, type ReadContext, report, reportInvalid } from '../reading/context.ts';
import { configOf, type Members } from '../reading/members.ts';
import { readScopeList } from './scope-list.ts';
import { readProviderHandler, readUrl } from './token-resolver.ts';

/** Reads an OAuth2TokenExchangeFilter. */
export function readTokenExchangeFilter(context: ReadContext, declaration: Declaration): FilterNode | null {
  const members = configOf(context, declaration, {
    known: ['endpoint', 'endpointHandler', 'resource', 'scopes'],
    ignored: [
      'amService',
      'subjectToken',
      'subjectTokenType',
      'requestedTokenType',
      'actorToken',
      'actorTokenType',
      'audience',
      'failureHandler',
    ],
  });
  const endpoint = readUrl(members, 'endpoint');
  const credential = readEndpointHandler(members);
  const resource = readResource(members);
  const scopes = members.has('scopes') ? readScopeList(members, 'scopes') : [];
  if (credential === null || resource === null || scopes === null) return null;
  const { name, path } = declaration;
  const config = { endpoint, credential, resource, scopes };
  return { type: 'OAuth2TokenExchangeFilter', name, pointer: toPointer(path), config };
}

/** A client that exchanges the tokens of others has to say who it is. RFC 8693 §5 */
function readEndpointHandler(members: Members) {
  const what = 'a chain with an HttpBasicAuthenticationClientFilter';
  if (!members.has('endpointHandler')) return members.missing('endpointHandler', what);
  const path = members.at('endpointHandler');
  const handler = readProviderHandler(members.context, members.raw('endpointHandler'), path);
  if (handler === null || handler.credential !== null) return handler?.credential ?? null;
  return report(members.context, path, {
    code: 'route.conflict',
    message: 'The gateway has no credential for the exchange.',
    fix: `Use ${what}.`,
  });
}

function readResource(members: Members): string | null {
  if (!members.has('resource')) return members.missing('resource', 'the identifier of the upstream');
  const resource = members.text('resource');
  if (resource === null || (isHttpAddress(resource) && !resource.includes('#'))) return resource;
  return reportInvalid(
    members.context,
    members.at('resource'),
    'The value is not an HTTP URL without a fragment.',
    'Use the form https://host/path.',
  );
}
