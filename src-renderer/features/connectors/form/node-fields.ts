import {
  attributeOperators,
  filterOperators,
  type OperationName,
  paginationStrategies,
} from '#shared/connectors/configuration/index.ts';
import { assertNever } from '#shared/errors/assert-never.ts';
import { type JsonPath, valueAt } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { nodePath, type StudioNode } from '../tree/nodes.ts';
import { textOf } from './json-text.ts';

/** Members that belong together, in one object of the document. */
export interface FieldGroup {
  /** Their heading; null: none. */
  readonly title:
    | 'request'
    | 'tls'
    | 'proxy'
    | 'bundle'
    | 'operators'
    | 'templates'
    | 'filterBody'
    | (typeof paginationStrategies)[number]
    | 'pagedResultsCookie'
    | null;
  readonly at: JsonPath;
  readonly names: readonly string[];
}

const connectionNames = [
  'serviceUri',
  'connectionTimeout',
  'maximumConnections',
  'defaultHeaders',
  'userAgent',
  'disableHttpCompression',
  'retries',
];
const tlsNames = [
  'acceptSelfSignedCertificates',
  'disableHostNameVerifier',
  'clientCertAlias',
  'clientCertPassword',
];
const proxyNames = ['httpProxyHost', 'httpProxyPort', 'httpProxyUsername', 'httpProxyPassword'];
const jwtNames = [
  'jwtAlgorithm',
  'jwtKey',
  'jwtPem',
  'jwtCert',
  'keyAlgorithm',
  'jwtExpiration',
  'jwtClaims',
];
const clientNames = ['clientId', 'clientSecret', 'useBasicAuthForOauthTokenNeg', 'clientCredentialsInForm'];

/** Members of the chosen way to authenticate; the others stay in the document as they are. */
function authenticationNames(properties: JsonValue | undefined): readonly string[] {
  const text = (name: string) => textOf(valueAt(properties, [name])).toUpperCase();
  switch (text('authenticationMethod')) {
    case 'BASIC':
      return ['login', 'password'];
    case 'TOKEN':
      return ['authorizationTokenPrefix', 'authToken'];
    case 'NONE':
      return [];
    case 'JWT_TOKEN':
      return ['authorizationTokenPrefix', ...jwtNames];
    default: {
      const common = ['grantType', 'tokenEndpoint', ...clientNames, 'scope', 'authorizationTokenPrefix'];
      if (text('grantType') === 'REFRESH_TOKEN') return [...common, 'refreshToken'];
      return text('grantType') === 'JWT_BEARER' ? [...common, ...jwtNames] : common;
    }
  }
}

const requestNames = ['headers', 'queryParams', 'requestBody'];

/** The fields of an operation in two groups: the basics of the request first, then, after the mapping, the rest. */
function operationGroups(operation: OperationName, at: JsonPath): readonly FieldGroup[] {
  const isRead = operation === 'GET' || operation === 'QUERY';
  const own =
    operation === 'DELETE' ? [] : ['idPath', ...(isRead ? ['namePath'] : []), 'idRegularExpression'];
  const whole = operation === 'UPDATE' ? ['sendAll'] : [];
  const unflattened = isRead || operation === 'DELETE' ? [] : ['unflattenAttributes'];
  return [
    { title: null, at, names: ['method', 'path', ...own, ...whole] },
    { title: 'request', at, names: [...requestNames, ...unflattened, 'additionalStep'] },
  ];
}

function paginationGroups(at: JsonPath): readonly FieldGroup[] {
  return [
    ...paginationStrategies.map((title) => ({
      title,
      at: [...at, title],
      names: ['type', 'param', 'path', 'requestBody'],
    })),
    {
      title: 'pagedResultsCookie',
      at: [...at, 'pagedResultsCookie'],
      names: ['type', 'path', 'regularExpression', 'stopPath', 'rewriteOrigin'],
    },
    { title: null, at, names: ['totalPath'] },
  ];
}

/** The fields of a part, in the order in which they are filled in. */
export function groupsOf(node: StudioNode, document: JsonValue | undefined): readonly FieldGroup[] {
  const at = nodePath(node);
  switch (node.kind) {
    case 'system':
      return [
        {
          title: null,
          at,
          names: [
            'displayName',
            'enabled',
            'excludeUnmodified',
            'operationTimeout',
            'operationRateLimits',
            'poolConfigOption',
          ],
        },
        {
          title: 'bundle',
          at: ['connectorRef'],
          names: ['bundleName', 'bundleVersion', 'connectorName', 'connectorHostRef'],
        },
      ];
    case 'connection':
      return [
        { title: null, at, names: connectionNames },
        { title: 'tls', at, names: tlsNames },
        { title: 'proxy', at, names: proxyNames },
      ];
    case 'authentication':
      return [
        { title: null, at, names: ['authenticationMethod', ...authenticationNames(valueAt(document, at))] },
      ];
    case 'operation':
      return operationGroups(node.operation, at);
    case 'pagination':
      return paginationGroups(at);
    case 'filters':
      return [
        { title: null, at, names: ['queryParamKey', 'separator', 'quotes', 'quoteEscape', 'names'] },
        { title: null, at: at.slice(0, -1), names: ['attrToGetKey'] },
        { title: 'operators', at: [...at, 'operators'], names: filterOperators },
        { title: 'templates', at: [...at, 'templates'], names: attributeOperators },
        { title: 'filterBody', at: [...at, 'body'], names: ['path', 'templates'] },
      ];
    case 'type':
    case 'schema':
    case 'exceptions':
      return [];
    default:
      return assertNever(node);
  }
}
