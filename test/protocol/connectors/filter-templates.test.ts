import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { describe, expect, test } from 'vitest';
import type { Connector } from '#main/services/connectors/index.ts';
import { parseQueryFilter } from '#shared/query/index.ts';
import { makeConnector } from '#test/support/connectors.ts';
import { closeServer } from '#test/support/listening.ts';
import { startedAnew } from '#test/support/started.ts';

interface User {
  readonly id: number;
  readonly name: string;
  readonly age: number;
}

const users: readonly User[] = [
  { id: 1, name: 'Ann', age: 30 },
  { id: 2, name: "Bob O'Brien & Sons = [x]", age: 41 },
  { id: 3, name: 'Carl', age: 52 },
  { id: 4, name: 'Ann', age: 63 },
];

type Condition = Readonly<Record<string, unknown>>;

/** The operators of the API, on texts and numbers alike. */
function holds(value: unknown, [operator, wanted]: readonly [string, unknown]): boolean {
  if (operator === '_eq') return String(value) === String(wanted);
  if (operator === '_contains') return String(value).includes(String(wanted));
  if (operator === '_gt') return Number(value) > Number(wanted);
  throw new Error(`no operator ${operator}`);
}

function matches(user: Condition, filter: Condition): boolean {
  return Object.entries(filter).every(([name, condition]) => {
    if (name === '_and') return (condition as readonly Condition[]).every((each) => matches(user, each));
    if (name === '_or') return (condition as readonly Condition[]).some((each) => matches(user, each));
    return Object.entries(condition as Condition).every((each) => holds(user[name], each));
  });
}

/** An API that filters by `filter[field][operator]=value`, as express and qs read it, or by JSON that is sent to it. */
async function startApi(seen: unknown[]): Promise<Server> {
  const app = express();
  app.set('query parser', 'extended');
  app.get('/users', (request, response) => {
    const filter = (request.query['filter'] ?? {}) as Condition;
    seen.push(filter);
    response.json({ data: users.filter((user) => matches({ ...user }, filter)) });
  });
  app.post('/users/search', express.json(), (request, response) => {
    const { query } = request.body as { readonly query: { readonly filter?: Condition } };
    seen.push(query);
    response.json({ data: users.filter((user) => matches({ ...user }, query.filter ?? {})) });
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => void server.once('listening', resolve));
  return server;
}

const list = { idPath: 'id', namePath: 'name', responseMapping: { data: { name: 'name', age: 'age' } } };
const inQuery = {
  query: { path: '/users', method: 'GET', ...list },
  filters: {
    operators: { and: '&' },
    templates: {
      equals: 'filter[{name}][_eq]={value}',
      contains: 'filter[{name}][_contains]={value}',
      greaterthan: 'filter[{name}][_gt]={value}',
    },
  },
};
const inBody = {
  query: { path: '/users/search', method: 'POST', requestBody: { query: { sort: ['id'] } }, ...list },
  filters: {
    operators: {},
    body: {
      path: 'query.filter',
      templates: {
        equals: { '{name}': { _eq: '{value}' } },
        contains: { '{name}': { _contains: '{value}' } },
        greaterthan: { '{name}': { _gt: '{value}' } },
        and: { _and: '{parts}' },
        or: { _or: '{parts}' },
      },
    },
  },
};

let seen: unknown[];
let connector: Connector;
const server = startedAnew(() => {
  seen = [];
  return startApi(seen);
}, closeServer);

async function find({ query, filters }: typeof inQuery | typeof inBody, text: string) {
  const parsed = parseQueryFilter(text);
  if ('problem' in parsed) throw new Error(parsed.problem.message);
  const { port } = server.address() as AddressInfo;
  ({ connector } = makeConnector({
    serviceUri: `http://127.0.0.1:${port}`,
    objectTypes: {
      __ACCOUNT__: {
        schema: [
          { fieldName: 'name', type: 'STRING' },
          { fieldName: 'age', type: 'INTEGER' },
        ],
        filters,
        operations: { QUERY: query },
      },
    },
  }));
  const asked = {
    filter: parsed.filter,
    pageSize: null,
    offset: null,
    cookie: null,
    wanted: 'default',
  } as const;
  const { objects, notes } = await connector.query('__ACCOUNT__', asked, {});
  return { uids: objects.map(({ uid }) => uid), notes };
}

describe('templates in the query', () => {
  test.each<[string, readonly string[], unknown, number]>([
    ['name eq "Ann"', ['1', '4'], { name: { _eq: 'Ann' } }, 0],
    [`name eq "${users[1]?.name}"`, ['2'], { name: { _eq: users[1]?.name } }, 0],
    ['name eq "Ann" and age gt 40', ['4'], { name: { _eq: 'Ann' }, age: { _gt: '40' } }, 0],
    ['age gt 40 and age gt 60', ['4'], { age: { _gt: '40' } }, 1],
    ['name sw "C" and age gt 40', ['3'], { age: { _gt: '40' } }, 1],
    ['name eq "Ann" or name eq "Carl"', ['1', '3', '4'], {}, 1],
  ])('%s', async (filter, uids, asked, local) => {
    const found = await find(inQuery, filter);
    expect(found.uids).toEqual(uids);
    expect(seen).toEqual([asked]);
    expect(found.notes).toHaveLength(local);
  });
});

describe('templates in the body', () => {
  test.each<[string, readonly string[], unknown]>([
    ['age gt 40', ['2', '3', '4'], { age: { _gt: 40 } }],
    [
      '(name eq "Ann" and age gt 40) or name eq "Carl"',
      ['3', '4'],
      { _or: [{ _and: [{ name: { _eq: 'Ann' } }, { age: { _gt: 40 } }] }, { name: { _eq: 'Carl' } }] },
    ],
    ['name sw "C" and age gt 40', ['3'], { age: { _gt: 40 } }],
    ['name sw "C"', ['3'], undefined],
  ])('%s', async (filter, uids, asked) => {
    expect((await find(inBody, filter)).uids).toEqual(uids);
    expect(seen).toEqual([{ sort: ['id'], ...(asked === undefined ? {} : { filter: asked }) }]);
  });
});
