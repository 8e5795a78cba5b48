import type { Connector, ConnectorPorts } from '#main/services/connectors/index.ts';
import type { QueryFilter } from '#shared/query/index.ts';
import { parseQueryFilter } from '#shared/query/index.ts';
import {
  answerJson,
  makeConnector,
  type Remote,
  type RunningConnector,
  type SeenRequest,
  startRemote,
} from '#test/support/connectors.ts';

const attribute = (fieldName: string, ...flags: readonly string[]) => ({ fieldName, type: 'STRING', flags });
const mapping = { mail: 'mail', city: 'address.city' };
const paths = { idPath: 'id', namePath: 'login' };

/** Accounts of a remote that lists pages of `items` and filters by name alone. */
const accounts = {
  schema: [
    attribute('login', 'REQUIRED'),
    attribute('mail'),
    attribute('city', 'NOT_RETURNED_BY_DEFAULT'),
    attribute('groups', 'MULTIVALUED'),
    attribute('manager', 'NOT_RETURNED_BY_DEFAULT'),
    attribute('password', 'NOT_READABLE'),
  ],
  operations: {
    GET: {
      path: '/users/{uid}',
      method: 'GET',
      ...paths,
      responseMapping: { login: 'login', ...mapping },
      additionalStep: [
        { resourceName: 'groups', method: 'GET', path: '/users/{uid}/groups', valuePath: 'items[*].name' },
        { resourceName: 'manager', method: 'GET', path: '/users/{uid}/manager', valuePath: 'login' },
      ],
    },
    QUERY: {
      path: '/users',
      method: 'GET',
      ...paths,
      responseMapping: { items: { login: 'login', ...mapping } },
      additionalStep: [
        { resourceName: 'groups', method: 'GET', path: '/users/{uid}/groups', valuePath: 'items[*].name' },
      ],
      pagination: {
        pageSizePagination: { type: 'param', param: 'limit={_pageSize}' },
        cookiePagination: { type: 'param', param: 'limit={_pageSize}&cursor={_pagedResultsCookie}' },
        pagedResultsCookie: { type: 'body', path: 'next' },
      },
    },
    CREATE: {
      path: '/users',
      method: 'POST',
      idPath: 'id',
      requestMapping: { login: 'login', mail: 'mail', password: 'credentials.value' },
      additionalStep: [{ method: 'PUT', path: '/users/{uid}/welcome', requestBody: { user: '{uid}' } }],
    },
    UPDATE: {
      path: '/users/{uid}',
      method: 'PATCH',
      idPath: 'id',
      requestMapping: { login: 'login', mail: 'mail' },
      additionalStep: [{ method: 'PUT', path: '/users/{uid}/manager', requestMapping: { manager: 'login' } }],
    },
    DELETE: {
      path: '/users/{uid}/deactivate',
      method: 'POST',
      additionalStep: [{ method: 'DELETE', path: '/users/{uid}' }],
    },
  },
  exceptions: { ALREADY_EXIST: [{ code: '422', messageErrorPath: 'error', regularExpression: 'taken' }] },
  filters: { quotes: '"', separator: ' ', queryParamKey: 'q', operators: { equals: 'is', and: 'and' } },
};

interface User {
  readonly id: string;
  readonly login: string;
  readonly mail: string;
  readonly address: { readonly city: string };
}
/** Those that it has. */
export const users: readonly User[] = Array.from({ length: 5 }, (_, index) => ({
  id: String(index + 1),
  login: `user${index + 1}`,
  mail: `user${index + 1}@example.com`,
  address: { city: index % 2 === 0 ? 'Bath' : 'York' },
}));

/** The directory with a connector for it. */
export interface Directory {
  readonly api: Remote;
  readonly connector: Connector;
  /** Method and path of a request that fails with 500, or null. */
  failing: string | null;
  /** Requests as they came: method and target. */
  lines(): readonly string[];
  /** Another connector for it. */
  make(ports?: Partial<ConnectorPorts>, envelope?: Readonly<Record<string, unknown>>): RunningConnector;
  close(): Promise<void>;
}

/** Starts the directory on a free port. */
export async function startDirectory(): Promise<Directory> {
  const api = await startRemote((request, response) => {
    const { pathname } = new URL(request.url, api.origin);
    const isFailing = `${request.method} ${pathname}` === directory.failing;
    const [body, status] = isFailing ? [{ error: 'out of order' }, 500] : answer(request);
    answerJson(body, status)(request, response);
  });
  const make: Directory['make'] = (ports = {}, envelope = {}) =>
    makeConnector(
      { serviceUri: `${api.origin}/`, authToken: 't0ken', objectTypes: { __ACCOUNT__: accounts } },
      ports,
      envelope,
    );
  const { connector } = make();
  const directory: Directory = {
    api,
    connector,
    failing: null,
    lines: () => api.seen.map(({ method, url }) => `${method} ${url}`),
    make,
    close: () => api.close(),
  };
  return directory;
}

function answer(request: SeenRequest): readonly [body: unknown, status: number] {
  const { pathname, searchParams } = new URL(request.url, 'http://directory');
  const [, , id, part] = pathname.split('/');
  if (id === undefined && request.method === 'POST') return [{ id: '9' }, 201];
  if (id === undefined) {
    const first = Number(searchParams.get('cursor') ?? 0);
    const limit = Number(searchParams.get('limit') ?? users.length);
    const next = first + limit < users.length ? String(first + limit) : null;
    return [{ items: users.slice(first, first + limit), next }, 200];
  }
  const user = users.find((each) => each.id === id);
  if (part === 'groups') return [{ items: [{ name: `g${id}` }, { name: 'all' }] }, 200];
  if (part === 'manager') return [{ login: 'boss' }, 200];
  if (request.method !== 'GET') return [{}, 200];
  return user === undefined ? [{ error: 'no such user' }, 404] : [user, 200];
}

/** A query of the connector by the text of its filter. */
export function ask(filter: string | null, more: object = {}) {
  return {
    filter: filter === null ? null : filterOf(filter),
    pageSize: null,
    offset: null,
    cookie: null,
    wanted: 'default' as const,
    ...more,
  };
}

function filterOf(text: string): QueryFilter {
  const parsed = parseQueryFilter(text);
  if ('filter' in parsed) return parsed.filter;
  throw new Error(parsed.problem.message);
}
