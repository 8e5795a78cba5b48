import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CompiledObjectType, compileObjectType } from '#shared/connectors/index.ts';
import { parseQueryFilter, printQueryFilter, type QueryFilter } from '#shared/query/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { accountsOf, compiled, listQuery } from '#test/support/connector-shapes.ts';
import { property } from '#test/support/property.ts';

const configOf = (filters: unknown, query: Readonly<Record<string, unknown>> = {}, remote = 'mail') =>
  accountsOf({
    schema: [
      { fieldName: 'mail', type: 'STRING' },
      { fieldName: 'age', type: 'INTEGER' },
    ],
    filters,
    operations: {
      QUERY: listQuery({ items: { mail: remote, age: 'user.age' } }, query),
    },
  });

function read(text: string): QueryFilter {
  const parsed = parseQueryFilter(text);
  if ('problem' in parsed) throw new Error(parsed.problem.message);
  return parsed.filter;
}

const page = { strategy: null, pageSize: null, offset: null, cookie: null } as const;
/** The request of a filter, and what is left for here. */
function sent(type: CompiledObjectType, filter: QueryFilter) {
  const { remote, body, local } = type.planFilter(filter);
  const request = type.queryRequest({ page, filter: remote, body, wanted: 'default' });
  return {
    query: request.query,
    body: request.body,
    local: local === null ? null : printQueryFilter(local),
  };
}

describe('templates in the query', () => {
  const templates = {
    equals: 'filter[{name}][_eq]={value}',
    contains: 'filter[{name}][_contains]={value}',
    greaterthan: 'filter[{name}][_gt]={value}',
    presence: 'filter[{name}][_nnull]=true',
  };
  const joined = compiled(configOf({ operators: { and: '&' }, templates }));

  test.each([
    ['mail eq "a&b=c"', 'filter%5Bmail%5D%5B_eq%5D=a%26b%3Dc', null],
    ['age gt 5', 'filter%5Buser.age%5D%5B_gt%5D=5', null],
    ['mail pr', 'filter%5Bmail%5D%5B_nnull%5D=true', null],
    ['mail eq "a" and age gt 5', 'filter%5Bmail%5D%5B_eq%5D=a&filter%5Buser.age%5D%5B_gt%5D=5', null],
    ['mail eq "a" and age lt 5', 'filter%5Bmail%5D%5B_eq%5D=a', 'age lt 5'],
    ['mail eq "a" or age gt 5', '', 'mail eq "a" or age gt 5'],
    ['!(mail eq "a")', '', '!(mail eq "a")'],
  ])('%s is %s', (filter, query, local) => {
    expect(sent(joined, read(filter))).toMatchObject({ query, local });
  });

  test('the second of two pairs of one name would take the place of the first: it is evaluated here', () => {
    expect(sent(joined, read('age gt 5 and age gt 9'))).toEqual({
      query: 'filter%5Buser.age%5D%5B_gt%5D=5',
      body: undefined,
      local: 'age gt 9',
    });
  });

  test('without a word for “and” one of them is sent', () => {
    const single = compiled(configOf({ operators: {}, templates }));
    expect(sent(single, read('mail eq "a" and age gt 5'))).toMatchObject({
      query: 'filter%5Bmail%5D%5B_eq%5D=a',
      local: 'age gt 5',
    });
  });

  test('under a parameter they are parts of an expression', () => {
    const odata = compiled(
      configOf({
        queryParamKey: '$filter',
        quotes: "'",
        separator: ' ',
        operators: { equals: 'eq', and: 'and', or: 'or', not: 'not' },
        templates: { contains: 'contains({name},{value})' },
      }),
    );
    const { query, local } = sent(odata, read('mail co "ann" and (age eq 5 or mail eq "b")'));
    expect(local).toBeNull();
    expect(decodeURIComponent(query)).toBe("$filter=contains(mail,'ann') and (user.age eq 5 or mail eq 'b')");
  });

  const unnamed = new Set(['__proto__', 'prototype', 'constructor']);
  test('a quotation mark in a value ends no text of a remote that doubles them', () => {
    const odata = compiled(
      configOf({
        queryParamKey: '$filter',
        quotes: "'",
        quoteEscape: 'double',
        separator: ' ',
        operators: { equals: 'eq' },
        templates: { contains: 'contains({name},{value})' },
      }),
    );
    const shown = (filter: string) => decodeURIComponent(sent(odata, read(filter)).query);
    expect(shown(`mail eq "O'Brien \\\\"`)).toBe("$filter=mail eq 'O''Brien \\'");
    expect(shown(`mail co "' or 1 eq 1 or '"`)).toBe("$filter=contains(mail,''' or 1 eq 1 or ''')");
  });

  property([
    fc.string({ minLength: 1, unit: 'binary' }).filter((name) => !unnamed.has(name)),
    fc.string({ minLength: 1, unit: 'binary' }),
  ])('any name and any value reach a parser of queries as they are', (name, value) => {
    const path = `['${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`;
    const type = compiled(configOf({ operators: { and: '&' }, templates }, {}, path));
    const { query } = sent(type, { kind: 'compare', operator: 'eq', field: 'mail', value });
    expect([...new URLSearchParams(query)]).toEqual([
      [`filter[${name.toWellFormed()}][_eq]`, value.toWellFormed()],
    ]);
  });
});

describe('templates in the body', () => {
  const templates = {
    equals: { '{name}': { _eq: '{value}' } },
    contains: { field: '{name}', op: 'LIKE', value: '%{value}%' },
    presence: { exists: '{name}' },
    and: { _and: '{parts}' },
    or: ['OR', '{parts}'],
    not: { _not: '{part}' },
  };
  const search = { method: 'POST', requestBody: { sort: 'id', query: { limit: 5 } } };
  const nested = compiled(configOf({ operators: {}, body: { path: 'query.filter', templates } }, search));
  const bodyOf = (filter: string) => sent(nested, read(filter)).body;
  const withFilter = (filter: JsonValue) => ({ sort: 'id', query: { limit: 5, filter } });

  test.each<[string, JsonValue]>([
    ['age eq 5', { 'user.age': { _eq: 5 } }],
    ['mail eq "{name}"', { mail: { _eq: '{name}' } }],
    ['mail co "x"', { field: 'mail', op: 'LIKE', value: '%x%' }],
    ['mail pr', { exists: 'mail' }],
    ['age eq 5 and mail pr', { _and: [{ 'user.age': { _eq: 5 } }, { exists: 'mail' }] }],
    [
      '!(mail pr) or (age eq 5 and age eq 6)',
      [
        'OR',
        { _not: { exists: 'mail' } },
        { _and: [{ 'user.age': { _eq: 5 } }, { 'user.age': { _eq: 6 } }] },
      ],
    ],
  ])('%s is %j', (filter, json) => {
    expect(bodyOf(filter)).toEqual(withFilter(json));
    expect(sent(nested, read(filter))).toMatchObject({ query: '', local: null });
  });

  test('what has no template is evaluated here', () => {
    expect(sent(nested, read('age eq 5 and mail sw "x"'))).toEqual({
      query: '',
      body: withFilter({ 'user.age': { _eq: 5 } }),
      local: 'mail sw "x"',
    });
    expect(sent(nested, read('age eq 5 or mail sw "x"'))).toMatchObject({
      body: { sort: 'id', query: { limit: 5 } },
      local: 'age eq 5 or mail sw "x"',
    });
  });

  test('without a word for “and” one part is sent', () => {
    const { and: _and, ...others } = templates;
    const single = compiled(configOf({ operators: {}, body: { templates: others } }, search));
    expect(sent(single, read('age eq 5 and mail pr'))).toEqual({
      query: '',
      body: { sort: 'id', query: { limit: 5 }, 'user.age': { _eq: 5 } },
      local: 'mail pr',
    });
  });

  property([fc.string({ unit: 'binary' })])('any value is JSON, whatever stands in it', (value) => {
    const { body } = sent(nested, { kind: 'compare', operator: 'eq', field: 'mail', value });
    expect(JSON.parse(JSON.stringify(body))).toEqual(withFilter({ mail: { _eq: value } }));
  });
});

test('a placeholder that a template does not have is an error at its place, and its operator is evaluated here', () => {
  const { type, problems } = compileObjectType(
    '__ACCOUNT__',
    configOf({
      operators: {},
      templates: { equals: '{nam}={value}', presence: '{name}={value}' },
      body: { templates: { or: [{ x: '{part}' }] } },
    }),
  );
  expect(problems.map(({ code, severity, pointer }) => `${severity} ${code} ${pointer}`)).toEqual([
    'error connector.unknown-placeholder /filters/templates/equals',
    'error connector.unknown-placeholder /filters/templates/presence',
    'error connector.unknown-placeholder /filters/body/templates/or/0/x',
  ]);
  expect(type.planFilter(read('mail eq "a"')).remote).toBeNull();
});
