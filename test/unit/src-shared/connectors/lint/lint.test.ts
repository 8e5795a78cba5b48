import { describe, expect, test } from 'vitest';
import { filterOperators } from '#shared/connectors/configuration/index.ts';
import { lintObjectType } from '#shared/connectors/index.ts';
import { accountsOf, readShape, shapeNames } from '#test/support/connector-shapes.ts';

const schema = [
  { fieldName: 'mail', type: 'STRING' },
  { fieldName: 'groups', type: 'STRING', flags: ['MULTIVALUED'] },
];
const cookie = {
  cookiePagination: { param: 'c={_pagedResultsCookie}' },
  pagedResultsCookie: { type: 'body', path: 'next' },
};
const query = {
  path: '/u',
  method: 'GET',
  idPath: 'id',
  namePath: 'id',
  responseMapping: { mail: 'mail' },
  pagination: cookie,
};
const everyOperator = Object.fromEntries(filterOperators.map((name) => [name, name]));

/** Lists the findings in a configuration with these operations; the rest of it is as it should be. */
function found(operations: Readonly<Record<string, unknown>>, more: Readonly<Record<string, unknown>> = {}) {
  const config = accountsOf({ schema, filters: { operators: everyOperator }, ...more, operations });
  return lintObjectType(config).map(({ code, severity, pointer }) => `${severity} ${code} ${pointer}`);
}

test('there is nothing to say of what is as it should be', () => {
  expect(found({ QUERY: query })).toEqual([]);
});

describe('{uid}', () => {
  test('where there is none', () => {
    const create = {
      path: '/u/{uid}',
      method: 'POST',
      idPath: 'id',
      requestMapping: {},
      requestBody: { a: ['{uid}'] },
    };
    expect(found({ CREATE: { ...create, additionalStep: { method: 'POST', path: '/u/{uid}' } } })).toEqual([
      'error connector.uid-absent /operations/CREATE/path',
      'error connector.uid-absent /operations/CREATE/requestBody/a/0',
    ]);
    expect(found({ QUERY: { ...query, queryParams: { x: '{uid}' } } })).toEqual([
      'error connector.uid-absent /operations/QUERY/queryParams/x',
    ]);
  });
});

describe('placeholders', () => {
  const get = {
    path: '/u/{uid}',
    method: 'GET',
    idPath: 'id',
    namePath: 'id',
    responseMapping: { mail: 'mail' },
  };
  const remove = (more: Readonly<Record<string, unknown>>) => ({
    GET: get,
    DELETE: { path: '/u/{uid}', method: 'DELETE', ...more },
  });
  const unknown = 'error connector.unknown-placeholder';
  const unsuited = 'error connector.placeholder-unsuited';

  test('that there are not, at every place of a request', () => {
    const more = {
      path: '/u/{uid}/{nobody}',
      headers: { 'If-Match': '{etga}' },
      queryParams: { x: '{attribute:nobody}' },
      requestBody: { a: ['{ me { id } }', '{me{id}}'] },
      additionalStep: [{ method: 'DELETE', path: '/x/{nobody}' }],
    };
    const at = '/operations/DELETE';
    expect(found(remove(more))).toEqual([
      `${unknown} ${at}/path`,
      `${unknown} ${at}/headers/If-Match`,
      `${unknown} ${at}/queryParams/x`,
      `${unknown} ${at}/requestBody/a/1`,
      `${unknown} ${at}/additionalStep/0/path`,
    ]);
    const config = accountsOf({ schema, operations: remove({ headers: { 'If-Match': '{etga}' } }) });
    expect(lintObjectType(config)[0]?.fix).toContain('Did you mean {etag}?');
  });

  test.each([
    ['GET receives only the uid', { GET: { ...get, queryParams: { m: '{mail}' } } }, ['/GET/queryParams/m']],
    [
      'a list is of no single object',
      { GET: get, QUERY: { ...query, queryParams: { m: '{mail}', t: '{etag}' } } },
      ['/QUERY/queryParams/m', '/QUERY/queryParams/t'],
    ],
    [
      'there is no ETag before there is an object',
      {
        GET: get,
        CREATE: {
          path: '/u',
          method: 'POST',
          idPath: 'id',
          requestMapping: {},
          headers: { 'If-Match': '{etag}' },
        },
      },
      ['/CREATE/headers/If-Match'],
    ],
    [
      'without GET nothing is read',
      {
        DELETE: { path: '/u/{uid}', method: 'DELETE', headers: { 'If-Match': '{etag}', 'X-Mail': '{mail}' } },
      },
      ['/DELETE/headers/If-Match', '/DELETE/headers/X-Mail'],
    ],
    [
      'pages are those of a list',
      remove({ queryParams: { size: '{_pageSize}' } }),
      ['/DELETE/queryParams/size'],
    ],
    [
      'a list is no part of a text',
      remove({ path: '/u/{groups}', requestBody: { all: '{groups}', some: '<{groups}>' } }),
      ['/DELETE/path', '/DELETE/requestBody/some'],
    ],
  ])('that have no value: %s', (_why, operations, places) => {
    const errors = found(operations).filter((line) => line.startsWith(unsuited));
    expect(errors).toEqual(places.map((place) => `${unsuited} /operations${place}`));
  });

  test('are marked, and so are braces that are meant', () => {
    const at = '/operations/DELETE';
    expect(found(remove({ headers: { 'If-Match': '{etag}' }, requestBody: 'query{me{{mail}}}' }))).toEqual([
      `notice connector.extension ${at}/headers/If-Match`,
      `notice connector.extension ${at}/requestBody`,
    ]);
  });

  test('that an attribute is called by are told from it', () => {
    const named = accountsOf({
      schema: [...schema, { fieldName: 'name', type: 'STRING' }],
      operations: remove({ queryParams: { n: '{name}' } }),
    });
    expect(lintObjectType(named)[0]?.fix).toContain('{attribute:name}');
  });

  test('as idPath of CREATE name the attribute that is the uid', () => {
    const create = { path: '/u/{mail}', method: 'PUT', requestMapping: {} };
    expect(found({ CREATE: { ...create, idPath: '{mail}' } })).toEqual([
      'notice connector.extension /operations/CREATE/path',
      'notice connector.extension /operations/CREATE/idPath',
    ]);
    expect(found({ CREATE: { ...create, idPath: '{mial}' } })).toContainEqual(
      `${unknown} /operations/CREATE/idPath`,
    );
  });

  test('an attribute that a placeholder carries is sent', () => {
    const required = { schema: [{ fieldName: 'mail', type: 'STRING', flags: ['REQUIRED'] }] };
    const create = { path: '/u/{mail}', method: 'PUT', idPath: 'id', requestMapping: {} };
    expect(found({ CREATE: create }, required)).toEqual([
      'notice connector.extension /operations/CREATE/path',
    ]);
  });
});

describe('extensions are marked', () => {
  test('of paging', () => {
    const pagination = {
      offSetPagination: { requestBody: { start: '{_pagedResultsOffSet+1}', page: '{_pageNumber}' } },
      ...cookie,
      pagedResultsCookie: { type: 'body', path: 'next', stopPath: 'more' },
    };
    const at = '/operations/QUERY/pagination';
    expect(found({ QUERY: { ...query, pagination } })).toEqual([
      `notice connector.extension ${at}/offSetPagination/requestBody/start`,
      `notice connector.extension ${at}/offSetPagination/requestBody/page`,
      `notice connector.extension ${at}/pagedResultsCookie/stopPath`,
    ]);
  });

  test('of next links', () => {
    const pagination = {
      cookiePagination: { path: '{_pagedResultsCookie}' },
      pagedResultsCookie: { type: 'header', path: 'Link', rewriteOrigin: true },
    };
    const at = '/operations/QUERY/pagination';
    expect(found({ QUERY: { ...query, pagination } })).toEqual([
      `notice connector.extension ${at}/pagedResultsCookie/rewriteOrigin`,
      `notice connector.extension ${at}/cookiePagination/path`,
      `notice connector.extension ${at}/pagedResultsCookie/path`,
    ]);
  });

  test('of filters', () => {
    const templates = { equals: 'f[{name}]={value}' };
    const body = { templates: Object.fromEntries(filterOperators.map((name) => [name, { x: 1 }])) };
    expect(found({ QUERY: query }, { filters: { operators: everyOperator, templates, body } })).toEqual([
      'notice connector.extension /filters/templates',
      'notice connector.extension /filters/body',
    ]);
    expect(found({ QUERY: query }, { filters: { operators: everyOperator, quoteEscape: 'double' } })).toEqual(
      ['notice connector.extension /filters/quoteEscape'],
    );
    const { equals: _equals, ...others } = everyOperator;
    expect(found({ QUERY: query }, { filters: { operators: others, templates } })).toEqual([
      'notice connector.extension /filters/templates',
    ]);
  });

  test('of the uid', () => {
    const create = {
      path: '/u',
      method: 'POST',
      requestMapping: {},
      idPath: 'header:Location',
      idRegularExpression: 'x',
    };
    expect(found({ CREATE: create })).toEqual([
      'notice connector.extension /operations/CREATE/idPath',
      'notice connector.extension /operations/CREATE/idRegularExpression',
    ]);
  });
});

describe('attributes', () => {
  test('that the schema does not have', () => {
    const responseMapping = { mail: 'mail', items: { mial: 'mail' }, __UID__: 'id' };
    const requestMapping = { mail: 'mail', __NAME__: 'n', role: 'role' };
    const unflattenAttributes = [
      { attributeName: 'group', attributeValue: 'id' },
      { attributeName: 'mail', attributeValue: 'id' },
    ];
    const write = { path: '/u', method: 'POST', idPath: 'id' };
    expect(
      found({
        QUERY: { ...query, responseMapping },
        UPDATE: { ...write, requestMapping, unflattenAttributes },
      }),
    ).toEqual([
      'warning connector.unknown-attribute /operations/QUERY/responseMapping/items/mial',
      'warning connector.unknown-attribute /operations/UPDATE/requestMapping/role',
      'warning connector.unknown-attribute /operations/UPDATE/unflattenAttributes/0/attributeName',
      'warning connector.unused-member /operations/UPDATE/unflattenAttributes/1/attributeName',
      'warning connector.missing-member /schema/1/flags',
    ]);
  });

  test('the nearest name is offered', () => {
    const config = accountsOf({
      schema,
      operations: { GET: { ...query, responseMapping: { mial: 'm' } } },
    });
    expect(lintObjectType(config).map(({ fix }) => fix)).toContain('Did you mean mail?');
  });

  test('that CREATE has to send, unless everything is sent', () => {
    const required = [{ fieldName: 'mail', type: 'STRING', flags: ['REQUIRED'] }];
    const create = { path: '/u', method: 'POST', idPath: 'id' };
    expect(found({ CREATE: { ...create, requestMapping: {} } }, { schema: required })).toEqual([
      'warning connector.missing-member /schema/0/flags',
    ]);
    expect(found({ CREATE: { ...create, requestMapping: { '/*': '/*' } } }, { schema: required })).toEqual(
      [],
    );
    expect(found({ CREATE: { ...create, requestMapping: { '/*': 'x' } } })).toEqual([
      'error connector.path-invalid /operations/CREATE/requestMapping/~1*',
    ]);
  });

  test('that cost a request for each record', () => {
    const additionalStep = [{ resourceName: 'groups', method: 'GET', path: '/u/{uid}/g', valuePath: '[*]' }];
    expect(found({ QUERY: { ...query, additionalStep } })).toEqual([
      'notice connector.many-requests /operations/QUERY/additionalStep/0',
    ]);
    const asked = [
      { fieldName: 'groups', type: 'STRING', flags: ['NOT_RETURNED_BY_DEFAULT'] },
      ...schema.slice(0, 1),
    ];
    expect(found({ QUERY: { ...query, additionalStep } }, { schema: asked })).toEqual([]);
  });
});

describe('filters', () => {
  test('that are evaluated here', () => {
    expect(found({ QUERY: query }, { filters: null })).toEqual([
      'notice connector.filter-local /operations/QUERY',
    ]);
    expect(found({ QUERY: query }, { filters: { operators: { equals: 'eq' } } })).toEqual([
      'notice connector.filter-local /filters/operators',
    ]);
  });
});

describe('paging', () => {
  const at = '/operations/QUERY/pagination';
  const offset = { offSetPagination: { param: 'o={_pagedResultsOffSet}' } };
  test.each<[string, unknown, readonly string[]]>([
    ['is missing', undefined, ['notice connector.paging-incomplete /operations/QUERY']],
    [
      'only has a first page',
      { pageSizePagination: { param: 's={_pageSize}' } },
      [`warning connector.paging-incomplete ${at}`],
    ],
    [
      'sends a cookie from nowhere',
      { ...offset, cookiePagination: cookie.cookiePagination },
      [`warning connector.paging-incomplete ${at}`],
    ],
    [
      'reads a cookie for nobody',
      { ...offset, pagedResultsCookie: cookie.pagedResultsCookie },
      [`warning connector.paging-incomplete ${at}`],
    ],
    [
      'always asks for the first page',
      { offSetPagination: { param: 'o=0' } },
      [`error connector.paging-incomplete ${at}/offSetPagination`],
    ],
    [
      'lacks what its type names',
      { offSetPagination: { type: 'body', param: 'o={_pagedResultsOffSet}' } },
      [`error connector.paging-incomplete ${at}/offSetPagination`],
    ],
    [
      'overlaps by a parameter',
      { offSetPagination: { param: 'startIndex={_pagedResultsOffSet}' } },
      [`warning connector.paging-overlap ${at}/offSetPagination`],
    ],
    [
      'overlaps by a member',
      { offSetPagination: { requestBody: { start_index: '{_pagedResultsOffSet}' } } },
      [`warning connector.paging-overlap ${at}/offSetPagination`],
    ],
    [
      'names a variable wrongly',
      { offSetPagination: { param: 's={_pagesize}&o={_pagedResultsOffSet}' } },
      [`error connector.unknown-placeholder ${at}/offSetPagination/param`],
    ],
  ])('that %s', (_, pagination, problems) => {
    expect(found({ QUERY: { ...query, pagination } })).toEqual(problems);
  });
});

test.each(shapeNames)('%s has no errors', (name) => {
  expect(lintObjectType(readShape(name)).filter(({ severity }) => severity === 'error')).toEqual([]);
});

test('a PUT of single attributes, unless it is said what becomes of the others', () => {
  const UPDATE = { path: '/u/{uid}', method: 'put', idPath: 'id', requestMapping: { '/*': '/*' } };
  const lost = 'warning connector.replacing-put /operations/UPDATE/method';
  expect(found({ UPDATE })).toContain(lost);
  expect(found({ UPDATE: { ...UPDATE, sendAll: true } })).not.toContain(lost);
  expect(found({ UPDATE: { ...UPDATE, sendAll: false } })).not.toContain(lost);
  expect(found({ UPDATE: { ...UPDATE, method: 'PATCH' } })).not.toContain(lost);
});

test('what may be changed and is sent by no request of UPDATE', () => {
  const UPDATE = { path: '/u/{uid}', method: 'PATCH', idPath: 'id', requestMapping: { mail: 'mail' } };
  expect(found({ UPDATE })).toEqual(['warning connector.missing-member /schema/1/flags']);
  const step = { path: '/u/{uid}/groups', method: 'PUT', requestMapping: { groups: 'groups' } };
  expect(found({ UPDATE: { ...UPDATE, additionalStep: [step] } })).toEqual([]);
  expect(found({ UPDATE: { ...UPDATE, requestMapping: { deep: { '/*': '/*' } } } })).toEqual([]);
});
