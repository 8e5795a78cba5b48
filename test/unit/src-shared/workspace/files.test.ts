import { describe, expect, test } from 'vitest';
import {
  environmentFileSchema,
  isClearSecret,
  isPartlyClear,
  secretPaths,
  secretReference,
  toPointer,
  workspaceFileAt,
} from '#shared/workspace/index.ts';

describe('what a file of the workspace is, by where it lies', () => {
  test.each([
    ['gatehouse.json', 'manifest', 'gatehouse'],
    ['oauth/clients/portal-web.json', 'client', 'portal-web'],
    ['oauth/users/ann@example.com.json', 'user', 'ann@example.com'],
    ['environments/stage.json', 'environment', 'stage'],
    ['connectors/provisioner.openicf-hr.json', 'connector', 'hr'],
    ['routes/10-orders.json', 'route', '10-orders'],
  ])('%s is a %s', (file, kind, name) => {
    expect(workspaceFileAt(file)).toMatchObject({ format: { kind }, name });
  });

  test.each([
    'notes.json',
    'oauth/clients/.hidden.json',
    'oauth/clients/deep/er.json',
    'connectors/hr.json',
    'routes/orders.json',
    'routes/1-orders.json',
    '../gatehouse.json',
    'environments/.json',
    'oauth/users/ann.txt',
  ])('%s is none', (file) => {
    expect(workspaceFileAt(file)).toBeNull();
  });
});

describe('an environment', () => {
  test('says only what it changes: nothing is filled in', () => {
    const written = { services: { gateway: { port: 9133 } }, network: { proxyLoopback: true } };
    expect(environmentFileSchema.parse(written)).toEqual({ ...written, variables: {}, secrets: {} });
  });

  test.each([
    [{ services: { gateway: { port: '9133' } } }, ['services', 'gateway', 'port']],
    [{ network: { proxy: { url: 'https://proxy.example' } } }, ['network', 'proxy', 'url']],
    [
      { services: { authorizationServer: { profile: 'lax' } } },
      ['services', 'authorizationServer', 'profile'],
    ],
    [{ variables: { a: 1 } }, ['variables', 'a']],
    [{ secrets: { 'a b': 'c' } }, ['secrets', 'a b']],
  ])('is held to the members that it does name: %j', (written, path) => {
    expect(environmentFileSchema.safeParse(written).error?.issues[0]?.path).toEqual(path);
  });
});

describe('the places of secrets', () => {
  const places = (kind: Parameters<typeof secretPaths>[0], document: object) =>
    secretPaths(kind, JSON.parse(JSON.stringify(document))).map(toPointer);

  test('of Gatehouse’s own formats are fixed', () => {
    expect(places('client', { client_secret: 'x', password: 'no place' })).toEqual(['/client_secret']);
    expect(places('user', { password: { $secret: 'x' }, claims: { password: 'a claim' } })).toEqual([
      '/password',
    ]);
    expect(places('manifest', { services: { connectorHost: { password: 'x' } } })).toEqual([
      '/services/connectorHost/password',
    ]);
  });

  test('of a connector are found by their names, but not among mappings of attributes', () => {
    const configurationProperties = {
      clientSecret: 'x',
      tokenEndpoint: 'https://a.example/token',
      jwtPem: 'x',
      authToken: { $crypto: { type: 't', value: {} } },
      password: null,
      defaultHeaders: { Authorization: 'Basic abcd', Accept: 'x' },
      objectTypes: { a: { operations: { CREATE: { requestMapping: { password: 'user.password' } } } } },
    };
    expect(places('connector', { configurationProperties })).toEqual(
      ['clientSecret', 'jwtPem', 'authToken', 'defaultHeaders/Authorization'].map(
        (name) => `/configurationProperties/${name}`,
      ),
    );
  });

  test('of the operations of a connector are header fields, parameters and members of bodies, but no variables', () => {
    const GET = {
      path: '/users/{uid}',
      headers: { Authorization: 'Basic abcd', 'X-Api-Key': 'k', 'X-Tenant': 'acme', 'X-Token': '{uid}' },
      queryParams: { api_key: 'k', key: 'k', cursor: '{_pagedResultsCookie}', pageToken: 'none' },
      requestBody: { client_secret: 's', nested: [{ password: 'p' }], token: '{_pageSize}', name: 'n' },
      responseMapping: { authToken: 'token' },
      additionalStep: [{ requestBody: { userPassword: 'p' }, requestMapping: { password: 'password' } }],
    };
    const type = {
      schema: [{ fieldName: 'password', password: 'none' }],
      operations: { GET },
      filters: { queryParamKey: 'q' },
    };
    const configurationProperties = { defaultHeaders: { 'Api-Key': 'k' }, objectTypes: { User: type } };
    expect(places('connector', { configurationProperties })).toEqual([
      '/configurationProperties/defaultHeaders/Api-Key',
      ...[
        'headers/Authorization',
        'headers/X-Api-Key',
        'queryParams/api_key',
        'queryParams/key',
        'requestBody/client_secret',
        'requestBody/nested/0/password',
        'additionalStep/0/requestBody/userPassword',
      ].map((place) => `/configurationProperties/objectTypes/User/operations/GET/${place}`),
    ]);
  });

  test('hold clear text, or a reference in the form of the document', () => {
    expect(isClearSecret('client', 'pl&{x}')).toBe(true);
    expect(isClearSecret('client', '&{x}')).toBe(false);
    expect(isClearSecret('route', '${env.password}')).toBe(false);
    expect(isClearSecret('connector', 'Bearer &{token}')).toBe(false);
    expect([secretReference('user', 'a'), secretReference('route', 'a')]).toEqual([{ $secret: 'a' }, '&{a}']);
  });

  test.each([
    ['connector', 'hr-2026-Sommer&{suffix}', true],
    ['connector', 'Bearer k3yInClear.&{tail}', true],
    ['connector', 'session=abcdef0123; theme=&{theme}', true],
    ['connector', 'Bearer &{token}', false],
    ['connector', '&{user}:&{password}', false],
    ['connector', 'session=&{session}; user={uid}', false],
    ['connector', '&{token}', false],
    ['route', '${decode(&{name})}longerText', false],
    ['connector', 'no reference at all', false],
    ['client', 'planted&{x}', false],
  ] as const)('of %s: %s is partly clear: %s', (kind, text, isPartly) => {
    expect(isPartlyClear(kind, text)).toBe(isPartly);
  });
});
