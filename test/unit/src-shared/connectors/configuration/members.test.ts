import { describe, expect, test } from 'vitest';
import {
  attributeFlags,
  attributeTypes,
  exceptionTypes,
  filterOperators,
  operationNames,
  readConnector,
} from '#shared/connectors/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

type Members = Readonly<Record<string, JsonValue>>;

const at = '/configurationProperties/objectTypes/__ACCOUNT__';

/** Codes and places of what is wrong with an object type. */
function told(type: Members): readonly string[] {
  const { problems } = readConnector({
    configurationProperties: {
      serviceUri: 'https://hr.example.com',
      authenticationMethod: 'TOKEN',
      authToken: '&{token}',
      objectTypes: { __ACCOUNT__: { schema: [{ fieldName: 'mail', type: 'STRING', flags: [] }], ...type } },
    },
  });
  return problems.flatMap(({ code, pointer }) =>
    /\.(?:missing-member|unknown-member|invalid)$/.test(code) ? [`${code} ${pointer.replace(at, '')}`] : [],
  );
}

const samples: Members = {
  path: '/users',
  method: 'GET',
  idPath: 'id',
  namePath: 'login',
  headers: { 'X-Reason': 'test' },
  queryParams: { expand: 'all' },
  responseMapping: { mail: 'mail' },
  requestMapping: { mail: 'mail' },
  requestBody: { kind: 'person' },
  unflattenAttributes: [{ attributeName: 'mail', attributeValue: 'value' }],
  pagination: { pageSizePagination: { type: 'param', param: 'limit={_pageSize}' } },
  additionalStep: [],
};

type Rule = 'required' | 'optional' | 'unknown';

/** The table of the specification: in GET, QUERY, CREATE, UPDATE and DELETE. Spec 2 §A.2 */
const table: readonly (readonly [member: string, ...Rule[]])[] = [
  ['path', 'required', 'required', 'required', 'required', 'required'],
  ['method', 'required', 'required', 'required', 'required', 'required'],
  ['idPath', 'required', 'required', 'required', 'required', 'unknown'],
  ['namePath', 'required', 'required', 'unknown', 'unknown', 'unknown'],
  ['headers', 'optional', 'optional', 'optional', 'optional', 'optional'],
  ['queryParams', 'optional', 'optional', 'optional', 'optional', 'optional'],
  ['responseMapping', 'required', 'optional', 'unknown', 'unknown', 'unknown'],
  ['requestMapping', 'unknown', 'unknown', 'required', 'required', 'unknown'],
  ['requestBody', 'optional', 'optional', 'optional', 'optional', 'optional'],
  ['unflattenAttributes', 'unknown', 'unknown', 'optional', 'optional', 'unknown'],
  ['pagination', 'unknown', 'optional', 'unknown', 'unknown', 'unknown'],
  ['additionalStep', 'optional', 'optional', 'optional', 'optional', 'optional'],
];

/** The members that an operation requires, with or without one more. */
function operationWith(place: number, member: string, isThere: boolean): Members {
  const needed = table.filter(([, ...rules]) => rules[place] === 'required').map(([name]) => name);
  const names = new Set(isThere ? [...needed, member] : needed.filter((name) => name !== member));
  return Object.fromEntries(Object.entries(samples).filter(([name]) => names.has(name)));
}

describe('members of an operation', () => {
  describe.each(table)('%s', (member, ...rules) => {
    test.each(operationNames.map((name, place) => [name, rules[place] ?? 'unknown', place] as const))(
      'of %s is %s',
      (operation, rule, place) => {
        const pointer = `/operations/${operation}/${member}`;
        const on = (isThere: boolean) =>
          told({ operations: { [operation]: operationWith(place, member, isThere) } });
        expect(on(true)).toEqual(rule === 'unknown' ? [`connector.unknown-member ${pointer}`] : []);
        expect(on(false)).toEqual(rule === 'required' ? [`connector.missing-member ${pointer}`] : []);
      },
    );
  });

  test('there are five operations', () => {
    expect(operationNames).toEqual(['GET', 'QUERY', 'CREATE', 'UPDATE', 'DELETE']);
    for (const [place, name] of operationNames.entries())
      expect(told({ operations: { [name]: operationWith(place, '', false) } })).toEqual([]);
    expect(told({ operations: { PATCH: operationWith(0, '', false) } })).toEqual([
      'connector.unknown-member /operations/PATCH',
    ]);
  });
});

/** Each of the members alone cannot be left out, and one of another name is not known. */
function expectMembers(
  place: (item: Members) => Members,
  pointer: string,
  whole: Members,
  required: readonly string[],
): void {
  expect(told(place(whole))).toEqual([]);
  for (const name of Object.keys(whole)) {
    const { [name]: _left, ...rest } = whole;
    const missing = required.includes(name) ? [`connector.missing-member ${pointer}/${name}`] : [];
    expect([name, told(place(rest))]).toEqual([name, missing]);
  }
  expect(told(place({ ...whole, qqq: 1 }))).toEqual([`connector.unknown-member ${pointer}/qqq`]);
}

describe('members of an object type', () => {
  test('are schema, operations, exceptions, filters and attrToGetKey, all of which may be left out', () => {
    const whole = {
      schema: [],
      operations: {},
      exceptions: {},
      filters: { operators: {} },
      attrToGetKey: 'fields',
    };
    expectMembers((members) => members, '', whole, []);
  });

  test('an attribute has a name, a type and flags', () => {
    expectMembers(
      (attribute) => ({ schema: [attribute] }),
      '/schema/0',
      { fieldName: 'sn', type: 'STRING', flags: ['REQUIRED'] },
      ['fieldName', 'type'],
    );
    expect(attributeTypes.join(' ')).toBe('BINARY BOOLEAN COMPLEX DECIMAL INTEGER REFERENCE STRING DATETIME');
    expect(attributeFlags.join(' ')).toBe(
      'NOT_UPDATEABLE NOT_CREATABLE NOT_READABLE NOT_RETURNED_BY_DEFAULT MULTIVALUED REQUIRED',
    );
    for (const type of attributeTypes)
      expect(told({ schema: [{ fieldName: 'sn', type, flags: [] }] })).toEqual([]);
    for (const flag of attributeFlags)
      expect(told({ schema: [{ fieldName: 'sn', type: 'STRING', flags: [flag] }] })).toEqual([]);
    expect(told({ schema: [{ fieldName: 'sn', type: 'TEXT', flags: ['SECRET'] }] })).toEqual([
      'connector.invalid /schema/0/type',
      'connector.invalid /schema/0/flags/0',
    ]);
  });

  test.each([
    ['GET', 0],
    ['QUERY', 1],
  ] as const)('a further request of %s fills an attribute', (operation, place) => {
    expectMembers(
      (step) => ({
        operations: { [operation]: { ...operationWith(place, '', false), additionalStep: [step] } },
      }),
      `/operations/${operation}/additionalStep/0`,
      { resourceName: 'mail', method: 'POST', path: '/mail', valuePath: 'list[*]', requestBody: { a: 1 } },
      ['resourceName', 'method', 'path', 'valuePath'],
    );
  });

  test.each([
    ['CREATE', 2],
    ['UPDATE', 3],
    ['DELETE', 4],
  ] as const)('a further request of %s writes', (operation, place) => {
    expectMembers(
      (step) => ({
        operations: { [operation]: { ...operationWith(place, '', false), additionalStep: [step] } },
      }),
      `/operations/${operation}/additionalStep/0`,
      { method: 'POST', path: '/mail', requestMapping: { mail: 'mail' }, requestBody: { a: 1 } },
      ['method', 'path'],
    );
  });

  const paged = (pagination: Members): Members => ({
    operations: { QUERY: { ...operationWith(1, '', false), pagination } },
  });

  test.each([
    ['offSetPagination', 'offset={_pagedResultsOffSet}'],
    ['cookiePagination', 'cursor={_pagedResultsCookie}'],
    ['pageSizePagination', 'limit={_pageSize}'],
  ])('%s says how a page is asked for', (strategy, param) => {
    const pointer = `/operations/QUERY/pagination/${strategy}`;
    const place = (members: Members) => paged({ [strategy]: members });
    expectMembers(place, pointer, { type: 'param', param, path: '/pages' }, []);
    expectMembers(
      place,
      pointer,
      { type: 'body', requestBody: { page: param.slice(param.indexOf('{')) } },
      [],
    );
    expect(told(place({ type: 'header', param }))).toEqual([`connector.invalid ${pointer}/type`]);
  });

  test('pagedResultsCookie says where the next page is named', () => {
    const pointer = '/operations/QUERY/pagination/pagedResultsCookie';
    const place = (pagedResultsCookie: Members) => paged({ pagedResultsCookie });
    for (const type of ['body', 'header'])
      expectMembers(place, pointer, { type, path: 'next', regularExpression: 'cursor=(\\w+)' }, [
        'type',
        'path',
      ]);
    expect(told(place({ type: 'param', path: 'next' }))).toEqual([`connector.invalid ${pointer}/type`]);
  });

  test('exceptions have rules for five types of failures', () => {
    expect(exceptionTypes).toEqual([
      'BAD_REQUEST',
      'NOT_FOUND',
      'ALREADY_EXIST',
      'FORBIDDEN',
      'UNAUTHORIZED',
    ]);
    for (const type of exceptionTypes)
      expectMembers(
        (rule) => ({ exceptions: { [type]: [rule] } }),
        `/exceptions/${type}/0`,
        { code: '409', messageErrorPath: 'error.message', regularExpression: 'taken' },
        ['code', 'messageErrorPath'],
      );
    expect(told({ exceptions: { GONE: [] } })).toEqual(['connector.unknown-member /exceptions/GONE']);
  });

  test('filters say how the remote writes them, each operator by its name', () => {
    const operators = Object.fromEntries(filterOperators.map((name) => [name, name.slice(0, 2)]));
    expect(Object.keys(operators)).toEqual(
      'equals contains startswith endswith lessoreq lessthan greateroreq greaterthan not presence and or'.split(
        ' ',
      ),
    );
    expectMembers(
      (filters) => ({ filters }),
      '/filters',
      { quotes: '"', separator: ' ', queryParamKey: 'q', operators },
      ['operators'],
    );
    expectMembers((names) => ({ filters: { operators: names } }), '/filters/operators', operators, []);
  });
});

test.each([
  ['tokenExpiration', {}],
  ['accessToken', {}],
  ['customGrantType', { grantType: 'client_credentials' }],
  ['defaultHeader', { defaultHeaders: { 'X-Reason': 'test' } }],
] as const)(
  '%s, which samples hold as null, is kept, means nothing, and is said to be unused',
  (name, beside) => {
    const configurationProperties = {
      serviceUri: 'https://hr.example.com',
      authenticationMethod: 'TOKEN',
      authToken: '&{token}',
      [name]: null,
      ...beside,
    };
    const { connector, problems } = readConnector({ configurationProperties });
    expect(problems.filter(({ pointer }) => pointer.endsWith(`/${name}`))).toEqual([
      expect.objectContaining({ code: 'connector.unused-member', severity: 'notice' }),
    ]);
    expect(connector?.configurationProperties).toMatchObject({ [name]: null, ...beside });
  },
);

test('of a pool only what bounds operations has an effect, and the rest is said to have none', () => {
  const poolConfigOption = {
    maxObjects: 4,
    maxWait: 100,
    maxIdle: 2,
    minIdle: 1,
    minEvictableIdleTimeMillis: 9,
  };
  const { problems } = readConnector({ configurationProperties: {}, poolConfigOption });
  expect(
    problems
      .filter(({ pointer }) => pointer.startsWith('/poolConfigOption'))
      .map(({ pointer, code }) => [pointer, code]),
  ).toEqual(
    ['maxIdle', 'minIdle', 'minEvictableIdleTimeMillis'].map((name) => [
      `/poolConfigOption/${name}`,
      'connector.unused-member',
    ]),
  );
});

test.each([[[]], [['teapot']], [['600']], ['503']])('a rule of retries for %j is refused', (codes) => {
  const { problems } = readConnector({ configurationProperties: { retries: [{ codes }] } });
  expect(
    problems.find(({ pointer }) => pointer.startsWith('/configurationProperties/retries/0/codes')),
  ).toMatchObject({
    severity: 'error',
  });
});
