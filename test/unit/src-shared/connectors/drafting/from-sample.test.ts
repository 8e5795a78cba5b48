import { expect, test } from 'vitest';
import { readConnector } from '#shared/connectors/configuration/index.ts';
import { guessAttributes } from '#shared/connectors/drafting/attributes.ts';
import { draftDocument, draftFromSample } from '#shared/connectors/drafting/index.ts';
import { pagingOfParameters } from '#shared/connectors/drafting/paging.ts';

const objectType = '__ACCOUNT__';

function draftOf(sample: Parameters<typeof draftFromSample>[0]['sample'], path = '/users') {
  const draft = draftFromSample({ sample, path, objectType });
  const document = draftDocument({
    name: 'hr',
    serviceUri: 'http://127.0.0.1:1',
    authentication: { kind: 'none' },
    resources: [draft.resource],
    filters: draft.filters,
  });
  const { connector, problems } = readConnector(document);
  return {
    draft,
    document,
    problems: problems.filter(({ severity }) => severity === 'error'),
    type: connector?.configurationProperties.objectTypes[objectType],
  };
}

test('a list at the root of the answer: identifier, name, types and lists are recognised', () => {
  const { draft, type, problems } = draftOf([
    {
      id: 1,
      userName: 'ann',
      active: true,
      rate: 1,
      hired: '2026-01-02T03:04:05Z',
      groups: ['a'],
      address: { city: 'Ghent' },
    },
    {
      id: 2,
      userName: 'bob',
      active: false,
      rate: 1.5,
      hired: null,
      groups: [],
      address: { city: 'Bruges' },
    },
  ]);
  expect(problems).toEqual([]);
  expect(draft.records).toBe(2);
  expect(type?.schema).toEqual([
    { fieldName: 'userName', type: 'STRING', flags: [] },
    { fieldName: 'active', type: 'BOOLEAN', flags: [] },
    { fieldName: 'rate', type: 'DECIMAL', flags: [] },
    { fieldName: 'hired', type: 'DATETIME', flags: [] },
    { fieldName: 'groups', type: 'STRING', flags: ['MULTIVALUED'] },
    { fieldName: 'city', type: 'STRING', flags: [] },
  ]);
  expect(type?.operations?.QUERY).toMatchObject({
    path: '/users',
    idPath: 'id',
    namePath: 'userName',
    responseMapping: { userName: 'userName', groups: 'groups', city: 'address.city' },
  });
  expect(type?.operations?.GET?.path).toBe('/users/{uid}');
});

test('a list under a key is descended into, and its cookie becomes that of the next page', () => {
  const { type } = draftOf({
    result: { people: [{ uuid: 'a', login: 'ann' }] },
    page: { next: 'c2' },
  });
  expect(type?.operations?.QUERY?.responseMapping).toEqual({ 'result.people': { login: 'login' } });
  expect(type?.operations?.QUERY?.pagination).toMatchObject({
    cookiePagination: { param: 'limit={_pageSize}&cursor={_pagedResultsCookie}' },
    pagedResultsCookie: { type: 'body', path: 'page.next' },
  });
});

test('the address of the next page gives the name of its cookie', () => {
  const { type } = draftOf({
    data: [{ id: 'a', email: 'a@example.com' }],
    links: { next: 'https://hr.example.com/users?limit=1&page%5Bafter%5D=abc' },
  });
  expect(type?.operations?.QUERY?.pagination?.cookiePagination?.param).toContain(
    'page[after]={_pagedResultsCookie}',
  );
  const expression = type?.operations?.QUERY?.pagination?.pagedResultsCookie?.regularExpression ?? '';
  expect(new RegExp(expression).exec('https://hr.example.com/users?limit=1&page%5Bafter%5D=abc')?.[1]).toBe(
    'abc',
  );
});

test('SCIM: one-based pages, filters, values of lists of objects, and what the remote makes itself', () => {
  const { type, problems } = draftOf({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: 1,
    Resources: [
      {
        id: 'u1',
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: 'ann',
        emails: [{ value: 'ann@example.com', primary: true }],
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'HR' },
        meta: { created: '2026-01-01T00:00:00Z' },
      },
    ],
  });
  expect(problems).toEqual([]);
  const { QUERY, CREATE, UPDATE } = type?.operations ?? {};
  expect(QUERY?.pagination?.offSetPagination?.param).toBe(
    'count={_pageSize}&startIndex={_pagedResultsOffSet+1}',
  );
  expect(QUERY?.responseMapping).toEqual({
    Resources: {
      userName: 'userName',
      emails: 'emails[*].value',
      department: "['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'].department",
      created: 'meta.created',
    },
  });
  expect(CREATE?.requestBody).toEqual({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'] });
  expect(CREATE?.requestMapping).not.toHaveProperty('created');
  expect(CREATE?.unflattenAttributes).toEqual([{ attributeName: 'emails', attributeValue: 'value' }]);
  expect(UPDATE).toMatchObject({ method: 'PUT', sendAll: true });
  expect(type?.filters?.operators.equals).toBe('eq');
});

test('one object under its name is read and written there', () => {
  const { type } = draftOf({ user: { id: 5, name: 'Ann' } });
  expect(type?.operations?.GET).toMatchObject({ idPath: 'user.id', responseMapping: { name: 'user.name' } });
  expect(type?.operations?.CREATE?.requestMapping).toEqual({ name: 'user.name' });
});

test('what a sample does not tell is said', () => {
  expect(draftOf([]).draft.notes).toHaveLength(2);
  expect(draftOf([{ id: 1 }, { id: 1 }]).draft.notes.join()).toContain('“id” is assumed');
  expect(draftOf('text').problems).toEqual([]);
});

test('members of the same name in several objects get names of their own', () => {
  const names = guessAttributes([{ home: { city: 'a' }, work: { city: 'b' } }]).map(({ name }) => name);
  expect(names).toEqual(['homeCity', 'workCity']);
});

test.each([
  [['_start', '_limit'], { kind: 'offset', size: '_limit', offset: '_start', isOneBased: false }],
  [['startIndex', 'count'], { kind: 'offset', size: 'count', offset: 'startIndex', isOneBased: true }],
  [['page', 'per_page'], { kind: 'number', size: 'per_page', page: 'page' }],
  [['q'], { kind: 'none' }],
])('parameters %j page a list', (names, paging) => {
  expect(pagingOfParameters(names, [])).toEqual(paging);
});

test.each([
  ['OData', { '@odata.nextLink': 'https://h/v1/users?$skiptoken=x' }, "['@odata.nextLink']", '$top'],
  ['HAL', { _links: { next: { href: '/users?page=2&per_page=20' } } }, '_links.next.href', 'per_page'],
  [
    'JSON:API',
    { links: { next: 'https://h/users?page[offset]=2&page[size]=2' } },
    'links.next',
    'page[size]',
  ],
  ['others', { next: '?start=20' }, 'next', 'limit'],
])('the whole address of the next page is followed: %s', (_style, beside, path, size) => {
  const { draft, type, problems } = draftOf({ users: [{ id: 1, mail: 'a' }], page: 1, ...beside });
  expect(draft.resource.paging).toEqual({ kind: 'link', size, path, isHeader: false, rewritesOrigin: false });
  expect(problems).toEqual([]);
  expect(type?.operations?.QUERY?.pagination).toMatchObject({
    pageSizePagination: { param: `${size}={_pageSize}` },
    cookiePagination: { path: '{_pagedResultsCookie}' },
    pagedResultsCookie: { type: 'body', path },
  });
});

test('a cookie in the address of the next page is taken out of it, as the products can', () => {
  const { draft } = draftOf({ users: [{ id: 1 }], next: 'https://h/users?cursor=abc' });
  expect(draft.resource.paging).toMatchObject({ kind: 'cookie', cookie: 'cursor' });
});

test('the draft says which connector it is for, as the products want it', () => {
  const { document, problems } = draftOf([{ id: 1, userName: 'ann' }]);
  expect(problems).toEqual([]);
  expect(document['connectorRef']).toEqual({
    bundleName: expect.stringMatching(/connector/),
    bundleVersion: '[1.5.20.29,1.6.0.0)',
    connectorName: expect.stringMatching(/Connector$/),
  });
});
