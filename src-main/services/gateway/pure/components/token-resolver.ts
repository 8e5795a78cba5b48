import type { BasicCredential, TokenResolver } from '#shared/gateway/types.ts';
import { withoutEnd } from '#shared/text/ends.ts';
import { type JsonPath, toPointer } from '#shared/workspace/json-pointer.ts';
import { isHttpAddress } from '../reading/address.ts';
import { type Declaration, type ReadContext, reportInvalid } from '../reading/context.ts';
import { readObject, reportType } from '../reading/heap.ts';
import { configOf, type Members } from '../reading/members.ts';
import { readCredential } from './credential.ts';

const types = ['TokenIntrospectionAccessTokenResolver', 'ValidateBearerAccessTokenResolver'];
const instead: ReadonlyMap<string, string> = new Map([
  [
    'StatelessAccessTokenResolver',
    'Use TokenIntrospectionAccessTokenResolver. The gateway does not verify tokens locally.',
  ],
  [
    'ScriptableAccessTokenResolver',
    'Use TokenIntrospectionAccessTokenResolver or ValidateBearerAccessTokenResolver.',
  ],
]);

/** Reads the resolver at a place, or the one of the heap that is named there. */
export function readTokenResolver(
  context: ReadContext,
  value: unknown,
  path: JsonPath,
): TokenResolver | null {
  return readObject(context, value, path, (declaration) => {
    const { type, name } = declaration;
    const pointer = toPointer(declaration.path);
    const members = () =>
      configOf(context, declaration, { known: ['amService', 'endpoint', 'providerHandler'] });
    if (type === 'TokenIntrospectionAccessTokenResolver')
      return { type, name, pointer, ...readEnds(members(), introspectionEndpoint) };
    if (type === 'ValidateBearerAccessTokenResolver')
      return { type, name, pointer, ...readEnds(members(), tokenEndpoint) };
    return reportType(context, declaration, types, instead.get(type));
  });
}

interface Ends {
  readonly endpoint: string | null;
  readonly credential: BasicCredential | null;
}

/** The service that amService names wins over the endpoint; the credential is that of providerHandler, or its agent's. */
function readEnds(members: Members, endpointOf: (url: string, realm: string) => string): Ends {
  const service = readService(members, endpointOf);
  const endpoint = service?.endpoint ?? readUrl(members, 'endpoint');
  const handler = members.has('providerHandler')
    ? readProviderHandler(members.context, members.raw('providerHandler'), members.at('providerHandler'))
    : null;
  return { endpoint, credential: handler?.credential ?? service?.credential ?? null };
}

/** Reads an HTTP URL; null: there is none, or another value. */
export function readUrl(members: Members, name: string): string | null {
  const url = members.text(name);
  if (url === null || isHttpAddress(url)) return url;
  return reportInvalid(
    members.context,
    members.at(name),
    'The value is not an HTTP URL.',
    'Use the form https://host/path.',
  );
}

function readService(members: Members, endpointOf: (url: string, realm: string) => string): Ends | null {
  if (!members.has('amService')) return null;
  const { context } = members;
  return readObject(
    context,
    members.raw('amService'),
    members.at('amService'),
    (declaration): Ends | null => {
      if (declaration.type !== 'AmService') return reportType(context, declaration, ['AmService']);
      const config = configOf(context, declaration, {
        known: ['url', 'realm', 'agent', 'secretsProvider'],
        ignored: [
          'version',
          'amHandler',
          'sessionCache',
          'notifications',
          'sessionProperties',
          'ssoTokenHeader',
        ],
      });
      const url = config.has('url')
        ? readUrl(config, 'url')
        : config.missing('url', 'the URL of the service');
      if (url === null) return null;
      const agent = config.object('agent');
      const credential = agent === null ? null : readCredential(agent);
      return { endpoint: endpointOf(withoutEnd(url, '/'), config.text('realm') ?? '/'), credential };
    },
  );
}

const realmPath = (realm: string): string =>
  ['root', ...realm.split('/').filter((part) => part !== '')].map((part) => `/realms/${part}`).join('');

const introspectionEndpoint = (url: string, realm: string): string =>
  `${url}/oauth2${realmPath(realm)}/introspect`;

const tokenEndpoint = (url: string, realm: string): string => `${url}/oauth2${realmPath(realm)}/access_token`;

/** Reads a chain of filters that name the gateway to the server, and a client of whatever name. */
export function readProviderHandler(
  context: ReadContext,
  value: unknown,
  path: JsonPath,
): { readonly credential: BasicCredential | null } | null {
  return readObject(
    context,
    value,
    path,
    (declaration): { readonly credential: BasicCredential | null } | null => {
      if (/ClientHandler$|^ReverseProxyHandler$/.test(declaration.type)) return { credential: null };
      if (declaration.type !== 'Chain') return reportType(context, declaration, ['Chain', 'ClientHandler']);
      const chain = configOf(context, declaration, { known: ['filters', 'handler'] });
      const filters = chain.raw('filters');
      if (!Array.isArray(filters))
        return chain.missing('filters', 'a list with an HttpBasicAuthenticationClientFilter');
      const credentials = (filters as readonly unknown[]).map((filter, index) =>
        readObject(context, filter, [...chain.at('filters'), index], (each) =>
          readClientFilter(context, each),
        ),
      );
      if (chain.has('handler')) readProviderHandler(context, chain.raw('handler'), chain.at('handler'));
      return { credential: credentials.find((each) => each !== null) ?? null };
    },
    clientByName,
  );
}

/** Products have clients of several names on their heaps; here there is one, whatever it is called. */
function clientByName(name: string): Declaration | null {
  return name.endsWith('ClientHandler') ? { name, type: 'ClientHandler', config: {}, path: [] } : null;
}

function readClientFilter(context: ReadContext, declaration: Declaration): BasicCredential | null {
  if (declaration.type !== 'HttpBasicAuthenticationClientFilter')
    return reportType(context, declaration, ['HttpBasicAuthenticationClientFilter']);
  return readCredential(
    configOf(context, declaration, {
      known: ['username', 'password', 'passwordSecretId', 'secretsProvider'],
      ignored: ['urlEncodeCredentials'],
    }),
  );
}
