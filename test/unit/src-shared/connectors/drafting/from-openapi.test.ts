import { expect, test } from 'vitest';
import { readConnector } from '#shared/connectors/configuration/index.ts';
import { draftDocument, readOpenApi } from '#shared/connectors/drafting/index.ts';
import type { JsonObject } from '#shared/connectors/types.ts';
import { cpuMillis } from '#test/support/cpu.ts';

const user = {
  type: 'object',
  required: ['userName', 'contact'],
  properties: {
    id: { type: 'string', readOnly: true },
    userName: { type: 'string' },
    password: { type: 'string', writeOnly: true },
    hired: { type: 'string', format: 'date-time' },
    age: { type: ['integer', 'null'] },
    contact: { $ref: '#/components/schemas/Contact' },
    // A manager is a user, whose manager is a user …
    manager: { $ref: '#/components/schemas/User' },
    reports: { type: 'array', items: { $ref: '#/components/schemas/User' } },
  },
};

const document: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'People' },
  servers: [{ url: 'https://{tenant}.example.com/api/', variables: { tenant: { default: 'acme' } } }],
  security: [{ machine: ['users.read', 'users.write'] }],
  paths: {
    '/users': {
      get: {
        parameters: [{ name: 'offset', in: 'query' }, { $ref: '#/components/parameters/limit' }],
        responses: {
          200: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    items: { type: 'array', items: { $ref: '#/components/schemas/User' } },
                    total: { type: 'integer' },
                  },
                },
              },
            },
          },
        },
      },
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } } },
      },
    },
    '/users/{userId}': {
      get: {
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } } },
        },
      },
      patch: {},
      delete: {},
    },
    '/users/{userId}/photos': { get: {}, post: {} },
    '/health': { get: {} },
  },
  components: {
    parameters: { limit: { name: 'limit', in: 'query' } },
    schemas: {
      User: user,
      Contact: { allOf: [{ type: 'object', required: ['mail'], properties: { mail: { type: 'string' } } }] },
    },
    securitySchemes: {
      machine: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://id.example.com/token', scopes: {} } },
      },
    },
  },
};

function peopleDraft() {
  const found = readOpenApi(document);
  const resource = found?.draft('/users', '__ACCOUNT__');
  if (found === null || resource === null || resource === undefined) throw new Error('nothing was drafted');
  const drafted = draftDocument({ ...found, name: 'people', resources: [resource], filters: null });
  const { partial, problems } = readConnector(drafted);
  const properties = partial?.configurationProperties;
  return { found, problems, properties, type: properties?.objectTypes['__ACCOUNT__'] };
}

test('paths of a list and of one object become the operations of an object class', () => {
  const { found, type, problems } = peopleDraft();
  expect(found.serviceUri).toBe('https://acme.example.com/api');
  expect(found.resources).toMatchObject([
    { path: '/users', operations: ['GET', 'QUERY', 'CREATE', 'UPDATE', 'DELETE'] },
  ]);
  // Only what is secret is left open.
  expect(problems.filter(({ severity }) => severity === 'error').map(({ pointer }) => pointer)).toEqual([
    '/configurationProperties/clientId',
    '/configurationProperties/clientSecret',
  ]);
  expect(type?.operations).toMatchObject({
    QUERY: {
      path: '/users',
      idPath: 'id',
      namePath: 'userName',
      responseMapping: { items: { mail: 'contact.mail' } },
      pagination: { offSetPagination: { param: 'limit={_pageSize}&offset={_pagedResultsOffSet}' } },
    },
    UPDATE: { method: 'PATCH', path: '/users/{uid}' },
    CREATE: { requestMapping: { password: 'password', mail: 'contact.mail' } },
  });
  expect(type?.operations?.GET?.responseMapping).not.toHaveProperty('password');
});

test('schemas give flags, and the security scheme how requests authenticate', () => {
  const { properties, type } = peopleDraft();
  const flags = Object.fromEntries((type?.schema ?? []).map(({ fieldName, flags: has }) => [fieldName, has]));
  expect(flags).toMatchObject({
    userName: ['REQUIRED'],
    mail: ['REQUIRED'],
    password: ['NOT_READABLE'],
    age: [],
  });
  expect(properties).toMatchObject({
    authenticationMethod: 'OAUTH',
    grantType: 'client_credentials',
    tokenEndpoint: 'https://id.example.com/token',
    scope: 'users.read users.write',
  });
});

test.each([
  [{ type: 'http', scheme: 'basic' }, { kind: 'basic' }],
  [
    { type: 'http', scheme: 'Bearer' },
    { kind: 'token', prefix: 'Bearer' },
  ],
  [
    { type: 'apiKey', in: 'header', name: 'Authorization' },
    { kind: 'token', prefix: '' },
  ],
  [
    { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
    { kind: 'header', name: 'X-Api-Key' },
  ],
  [{ type: 'openIdConnect' }, { kind: 'none' }],
])('the security scheme %j is %j', (scheme, authentication) => {
  const found = readOpenApi({
    openapi: '3.0.3',
    paths: {},
    components: { securitySchemes: { one: scheme } },
  });
  expect(found?.authentication).toEqual(authentication);
});

test('what is no OpenAPI 3 document, or refers to itself without end, does no harm', () => {
  expect(readOpenApi({ swagger: '2.0' })).toBeNull();
  expect(readOpenApi([])).toBeNull();
  const circle = { $ref: '#/components/schemas/A' };
  const found = readOpenApi({
    openapi: '3.0.0',
    paths: {
      '/a': {
        get: { responses: { 200: { content: { 'application/json': { schema: circle } } } } },
        post: {},
      },
      '/b': { $ref: 'https://elsewhere.example.com/b.json' },
    },
    components: { schemas: { A: circle } },
  });
  expect(found?.draft('/a', 'a')?.attributes).toEqual([]);
});

/** A draft of what is listed at /a, each object as a schema says. */
function draftOf(schemas: JsonObject, reference = '#/components/schemas/A') {
  const schema = { type: 'array', items: { $ref: reference } };
  const get = { responses: { 200: { content: { 'application/json': { schema } } } } };
  return readOpenApi({
    openapi: '3.1.0',
    paths: { '/a': { get, post: {} } },
    components: { schemas },
  })?.draft('/a', 'a');
}

test('schemas that refer to each other again and again are each looked at once', () => {
  const own = { $ref: '#/components/schemas/A' };
  const once = { type: 'object', properties: { id: { type: 'string' }, mail: { type: 'string' } } };
  const began = cpuMillis();
  const circle = draftOf({ A: { ...once, allOf: Array.from({ length: 12 }, () => own) } });
  expect(circle?.attributes.map(({ segments }) => segments.join('.'))).toEqual(['mail']);
  const names = Array.from({ length: 16 }, (_, index) => `A${index === 0 ? '' : index}`);
  const all = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const net = draftOf(
    Object.fromEntries(
      names.map((name) => [
        name,
        {
          type: 'object',
          required: ['id'],
          allOf: all,
          properties: { id: { type: 'string' }, [`m${name}`]: {} },
        },
      ]),
    ),
  );
  expect(net?.attributes).toHaveLength(16);
  const members = Object.fromEntries(all.map((one, index) => [`to${index}`, one]));
  draftOf(Object.fromEntries(names.map((name) => [name, { type: 'object', properties: members }])));
  expect(cpuMillis() - began).toBeLessThan(5_000);
});

test('an alternative that extends what names it has the members of both', () => {
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const drafted = draftOf({
    A: {
      type: 'object',
      oneOf: [reference('B')],
      properties: { id: { type: 'string' }, mail: { type: 'string' } },
    },
    B: { allOf: [reference('A'), { type: 'object', properties: { desk: { type: 'string' } } }] },
  });
  expect(drafted?.attributes.map(({ segments }) => segments.join('.')).toSorted()).toEqual(['desk', 'mail']);
});

test('a reference that cannot be decoded leads nowhere', () => {
  expect(draftOf({}, '#/%E0%')?.attributes).toEqual([]);
});
