import { describe, expect, test } from 'vitest';
import { inClear } from '#renderer/features/connectors/wizard/credentials.ts';
import {
  draftOf,
  pagingKinds,
  pagingOf,
  type Wanted,
  withoutListPath,
} from '#renderer/features/connectors/wizard/drafts.ts';
import { readDocument } from '#renderer/features/connectors/wizard/read-document.ts';
import { readConnector } from '#shared/connectors/configuration/index.ts';
import { readOpenApi } from '#shared/connectors/drafting/index.ts';

const nothing: Wanted = {
  source: 'empty',
  name: 'hr',
  serviceUri: 'http://127.0.0.1:3000/',
  path: '/users',
  objectType: '__ACCOUNT__',
  authentication: null,
  credentials: {},
  sample: undefined,
  openApi: null,
  resource: null,
  paging: null,
};

describe('what the wizard makes of what was filled in', () => {
  test('nothing becomes a frame that is no error, and a sample what it holds', () => {
    const frame = draftOf(nothing);
    expect(frame.resource).toBeNull();
    expect(readConnector(frame.document).connector?.configurationProperties.serviceUri).toBe(
      'http://127.0.0.1:3000',
    );
    const drafted = draftOf({ ...nothing, source: 'sample', sample: [{ id: 1, mail: 'a' }] });
    expect(drafted.records).toBe(1);
    expect(drafted.resource?.attributes.map(({ name }) => name)).toEqual(['mail']);
  });

  test.each(pagingKinds)('paging by %s is read without a complaint', (kind) => {
    const { document } = draftOf({
      ...nothing,
      source: 'sample',
      sample: [{ id: 1 }],
      paging: pagingOf(kind),
    });
    const { problems } = readConnector(document);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('pages by their addresses are followed, from the body or the Link field, behind a proxy too', () => {
    const followed = (more: { readonly isHeader?: boolean; readonly rewritesOrigin?: boolean }) => {
      const paging = {
        kind: 'link',
        size: '',
        path: 'next',
        isHeader: false,
        rewritesOrigin: false,
        ...more,
      } as const;
      const { document } = draftOf({ ...nothing, source: 'sample', sample: [{ id: 1 }], paging });
      const { connector } = readConnector(document);
      const type = connector?.configurationProperties.objectTypes['__ACCOUNT__'];
      return type?.operations?.QUERY?.pagination?.pagedResultsCookie;
    };
    expect(followed({})).toMatchObject({ type: 'body', path: 'next', rewriteOrigin: false });
    expect(followed({ isHeader: true, rewritesOrigin: true })).toMatchObject({
      type: 'header',
      path: 'Link',
      rewriteOrigin: true,
    });
  });

  test('the way to authenticate of the document holds until another is chosen', () => {
    const openApi = readOpenApi({
      openapi: '3.0.0',
      paths: { '/users': { get: {}, post: {} } },
      components: { securitySchemes: { a: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    });
    const wanted: Wanted = { ...nothing, source: 'openapi', openApi, resource: '/users' };
    expect(draftOf(wanted).document).toMatchObject({
      configurationProperties: { defaultHeaders: { 'X-Key': '' } },
    });
    expect(draftOf({ ...wanted, authentication: 'basic' }).document).toMatchObject({
      configurationProperties: { authenticationMethod: 'BASIC' },
    });
  });
});

test.each([
  ['http://127.0.0.1:3000/users', '/users', 'http://127.0.0.1:3000'],
  ['https://a.example.com/api/v1/people/', '/people', 'https://a.example.com/api/v1'],
  ['http://127.0.0.1:9035/hr/v1', '/users', null],
  ['http://127.0.0.1:3000', '/', null],
  ['users', '/users', null],
])('the address %s, typed with the list %s, is offered without it: %s', (serviceUri, path, shorter) => {
  expect(withoutListPath({ serviceUri, path })).toBe(shorter);
});

describe('credentials', () => {
  const properties = (wanted: Partial<Wanted>, hold?: typeof inClear) =>
    draftOf({ ...nothing, ...wanted }, hold).document['configurationProperties'];

  test('are held as references to stored secrets, and in clear only for a request', () => {
    const basic = { authentication: 'basic', credentials: { login: 'ann', password: 'planted' } } as const;
    expect(properties(basic)).toMatchObject({
      authenticationMethod: 'BASIC',
      login: 'ann',
      password: { $secret: 'hr-password' },
    });
    expect(properties(basic, inClear)).toMatchObject({ login: 'ann', password: 'planted' });
    expect(properties({ authentication: 'token' })).toMatchObject({ authToken: null });
  });

  test('in a header field are variables', () => {
    const openApi = readOpenApi({
      openapi: '3.0.0',
      paths: { '/users': { get: {}, post: {} } },
      components: { securitySchemes: { a: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    });
    expect(properties({ openApi, credentials: { 'X-Key': 'planted' } })).toMatchObject({
      defaultHeaders: { 'X-Key': '&{hr-X-Key}' },
    });
  });

  test('are none where nothing was chosen, and nothing is missing then', () => {
    const { document } = draftOf({ ...nothing, credentials: { password: 'left over' } });
    expect(JSON.stringify(document)).not.toContain('left over');
    expect(readConnector(document).problems.map(({ code }) => code)).not.toContain(
      'connector.credentials-missing',
    );
  });
});

test('JSON and YAML are read, anything else is not', async () => {
  expect(await readDocument('{"a":1}')).toEqual({ a: 1 });
  expect(await readDocument('a: [1, 2]\nb: 2026-01-01')).toEqual({ a: [1, 2], b: '2026-01-01' });
  expect(await readDocument('a: [1')).toBeUndefined();
});
