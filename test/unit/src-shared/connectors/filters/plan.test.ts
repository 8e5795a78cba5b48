import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesFilter, parseQueryFilter, type QueryFilter } from '#shared/query/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { accountsOf, answer, compiled } from '#test/support/connector-shapes.ts';
import { property } from '#test/support/property.ts';

const everyOperator = {
  equals: 'eq',
  contains: 'co',
  startswith: 'sw',
  endswith: 'ew',
  lessoreq: 'le',
  lessthan: 'lt',
  greateroreq: 'ge',
  greaterthan: 'gt',
  not: '!',
  presence: 'pr',
  and: 'and',
  or: 'or',
};
const likeHost = { queryParamKey: 'filter', quotes: '"', separator: ' ', operators: everyOperator };

const accounts = (filters: unknown, more: Readonly<Record<string, unknown>> = {}) =>
  compiled(
    accountsOf({
      schema: [
        { fieldName: 'mail', type: 'STRING' },
        { fieldName: 'phones', type: 'STRING', flags: ['MULTIVALUED'] },
        { fieldName: 'age', type: 'INTEGER' },
        { fieldName: 'role', type: 'STRING' },
      ],
      filters,
      operations: {
        GET: { path: '/u/{uid}', method: 'GET', idPath: 'id', namePath: 'login', responseMapping: {} },
        QUERY: {
          path: '/u',
          method: 'GET',
          idPath: 'id',
          namePath: 'user.login',
          responseMapping: { items: { mail: 'emails[0].value', phones: 'phones[*].number', age: 'age' } },
          ...more,
        },
      },
    }),
  );

function read(text: string): QueryFilter {
  const parsed = parseQueryFilter(text);
  if ('problem' in parsed) throw new Error(parsed.problem.message);
  return parsed.filter;
}
const plan = (filters: unknown, text: string) => accounts(filters).planFilter(read(text));

describe('a language with everything', () => {
  test.each([
    ['mail eq "a"', 'emails.value eq "a"'],
    ['/phones sw "1"', 'phones.number sw "1"'],
    ['__NAME__ co "x"', 'user.login co "x"'],
    ['age ge 5', 'age ge 5'],
    ['age gt 5', 'age gt 5'],
    ['age le 5', 'age le 5'],
    ['age lt 5', 'age lt 5'],
    ['mail ew "a"', 'emails.value ew "a"'],
    ['age pr', 'age pr'],
    ['!(age gt 5)', '! (age gt 5)'],
    ['age gt 1 and (mail pr or phones pr)', 'age gt 1 and (emails.value pr or phones.number pr)'],
    ['age gt 1 and mail pr or phones pr', '(age gt 1 and emails.value pr) or phones.number pr'],
    ['mail eq "say \\"x\\" \\\\"', 'emails.value eq "say \\"x\\" \\\\"'],
    ['true and age eq 1', 'age eq 1'],
  ])('%s is sent as %s', (text, remote) => {
    expect(plan(likeHost, text)).toEqual({
      uid: null,
      isNothing: false,
      remote,
      body: null,
      local: null,
      needs: [],
      notes: [],
    });
  });

  test('what the remote does not know stays here', () => {
    expect(plan(likeHost, 'role eq "x" and age eq 1 and mail ca "a"')).toMatchObject({
      remote: 'age eq 1',
      local: read('role eq "x" and mail ca "a"'),
      needs: ['role', 'mail'],
      notes: ['filtered locally: role eq "x"', 'filtered locally: mail ca "a"'],
    });
    expect(plan(likeHost, 'role eq "x" or age eq 1')).toMatchObject({ remote: null, needs: ['role', 'age'] });
    expect(plan(likeHost, '!(role eq "x" and age eq 1)')).toMatchObject({ remote: null });
  });
});

describe('one object by its uid', () => {
  test.each([
    ['_id eq "7"', null],
    ['/_id eq 7', null],
    ['__UID__ eq "7"', null],
    ['_id eq "7" and mail pr', 'mail pr'],
  ])('%s is a GET', (text, local) => {
    expect(plan(likeHost, text)).toMatchObject({
      uid: '7',
      remote: null,
      local: local === null ? null : read(local),
    });
  });

  test('among others it is a search', () => {
    expect(plan(likeHost, '_id eq "7" or _id eq "8"')).toMatchObject({
      uid: null,
      remote: 'id eq "7" or id eq "8"',
    });
    expect(plan(likeHost, '_id pr')).toMatchObject({ uid: null, remote: null, local: null });
  });
});

describe('what needs no remote', () => {
  test.each(['false', 'false and mail pr', 'phone pr', '!true'])('%s is nothing', (text) => {
    expect(plan(likeHost, text)).toMatchObject({ isNothing: true, remote: null, local: null });
  });
  test.each(['true', 'mail pr or true', '!(phone pr)'])('%s is everything', (text) => {
    expect(plan(likeHost, text)).toMatchObject({ isNothing: false, remote: null, local: null });
  });
  test.each([
    ['phone eq 1', 'The object type has no attribute phone.'],
    ['/mail/x eq 1', 'Only one level JsonPointer supported: /mail/x'],
    ['false and toString eq 1', 'The object type has no attribute toString.'],
  ])('%s is refused', (text, message) => {
    expect(() => plan(likeHost, text)).toThrow(
      expect.objectContaining({ code: 'connector.filter-invalid', message }),
    );
  });
});

describe('languages of remotes', () => {
  const sent = (filters: unknown, text: string) => {
    const type = accounts(filters);
    const { remote, notes } = type.planFilter(read(text));
    const page = { strategy: null, pageSize: null, offset: null, cookie: null } as const;
    return [type.queryRequest({ page, filter: remote, wanted: 'default' }).query, notes.length];
  };

  test('without a parameter the expression is the query, each value encoded, and nothing grouped', () => {
    const operators = { equals: '=', contains: '_like=', greateroreq: '_gte=', and: '&', or: '|', not: '!' };
    const filters = { queryParamKey: '', quotes: '', separator: '', operators };
    expect(sent(filters, 'mail eq "a&b=c" and age ge 3')).toEqual(['emails.value=a%26b%3Dc&age_gte=3', 0]);
    expect(sent(filters, 'age ge 3 and (mail eq "a" or mail eq "b")')).toEqual(['age_gte=3', 1]);
    expect(sent(filters, '!(age ge 3)')).toEqual(['', 1]);
  });

  test('without a word for “and” the remote is told one part', () => {
    const filters = { queryParamKey: 'q', quotes: "'", separator: ':', operators: { equals: 'is' } };
    expect(sent(filters, 'role pr and mail eq "it\'s" and age eq 3')).toEqual([
      'q=emails.value%3Ais%3A%27it%5C%27s%27'.replaceAll("'", '%27'),
      2,
    ]);
  });

  test.each([
    ['a', 1],
    ['a b', 0],
    ['a:b', 0],
    ['OR', 0],
    ['a"b', 0],
    ['(a', 0],
    ['', 0],
  ])('without quotes “%s” is sent only where it can be taken for nothing else', (value, isSent) => {
    const filters = { queryParamKey: 'q', quotes: '', separator: '', operators: { equals: ':', or: ' OR ' } };
    const [query] = sent(filters, `mail eq ${JSON.stringify(value)}`);
    expect(query === '' ? 0 : 1).toBe(isSent);
  });

  test('without filters everything is looked at here', () => {
    expect(plan(undefined, 'mail eq "a"')).toMatchObject({ remote: null, local: read('mail eq "a"') });
  });

  test('names are those of one element of the list', () => {
    const flat = accounts(likeHost, {
      responseMapping: { profile: { mail: 'mail' } },
      namePath: 'profile.login',
    });
    expect(flat.planFilter(read('mail pr')).remote).toBe('profile.mail pr');
  });
});

interface User {
  readonly [name: string]: JsonValue;
}
const word = fc.constantFrom('a', 'b', 'ab', 'a"b', "b'\\", '(', ' and ');
const users: fc.Arbitrary<User> = fc.record(
  {
    emails: fc.array(fc.record({ value: word }), { minLength: 1, maxLength: 1 }),
    phones: fc.array(fc.record({ number: word }), { maxLength: 2 }),
    age: fc.nat(3),
    role: word,
  },
  { requiredKeys: [] },
);
const leaf: fc.Arbitrary<QueryFilter> = fc.oneof(
  fc.record({
    kind: fc.constant('present' as const),
    field: fc.constantFrom('mail', 'phones', 'age', 'role', 'phone'),
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    operator: fc.constantFrom(
      'eq' as const,
      'co' as const,
      'sw' as const,
      'gt' as const,
      'le' as const,
      'ca' as const,
    ),
    field: fc.constantFrom('mail', 'phones', 'age', 'role'),
    value: fc.oneof(word, fc.nat(3)),
  }),
  fc.constantFrom({ kind: 'true' as const }, { kind: 'false' as const }),
);
const { filter: filters } = fc.letrec<{ filter: QueryFilter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({ kind: fc.constant('not' as const), part: tie('filter') }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
    }),
  ),
}));
const languages = fc.subarray(Object.keys(everyOperator)).map((names) => ({
  ...likeHost,
  operators: Object.fromEntries(Object.entries(everyOperator).filter(([name]) => names.includes(name))),
}));

/** The remote has the grammar of the host, over names and values of its own. */
function remoteMatches(expression: string, user: User): boolean {
  const emails = (user['emails'] ?? []) as readonly { value: string }[];
  const phones = (user['phones'] ?? []) as readonly { number: string }[];
  return matchesFilter(read(expression), {
    ...('age' in user ? { age: user['age'] ?? null } : {}),
    ...(emails.length > 0 ? { 'emails.value': emails.map(({ value }) => value) } : {}),
    ...(phones.length > 0 ? { 'phones.number': phones.map(({ number }) => number) } : {}),
  });
}

property([languages, filters, fc.array(users, { maxLength: 6 })], { numRuns: 500 })(
  'what remote and host say together is what the host alone would say',
  (language, filter, list) => {
    const type = accounts(language);
    const record = (user: User) =>
      type.readPage(answer({ items: [{ id: 1, ...user }] }), 'default').objects[0]?.attributes ?? {};
    const alone = list.filter((user) => matchesFilter(filter, record(user)));
    const { isNothing, remote, local, uid } = type.planFilter(filter);
    expect(uid).toBeNull();
    const together = list
      .filter((user) => !isNothing && (remote === null || remoteMatches(remote, user)))
      .filter((user) => local === null || matchesFilter(local, record(user)));
    expect(together).toEqual(alone);
  },
);
