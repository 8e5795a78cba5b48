import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareOperators,
  matchesFilter,
  parseQueryFilter,
  printQueryFilter,
  type QueryFilter,
} from '#shared/query/index.ts';
import { property } from '#test/support/property.ts';

function read(text: string): QueryFilter {
  const parsed = parseQueryFilter(text);
  if ('problem' in parsed) throw new Error(`${parsed.problem.message} (${parsed.problem.offset})`);
  return parsed.filter;
}

function problemOf(text: string) {
  const parsed = parseQueryFilter(text);
  return 'problem' in parsed ? parsed.problem : null;
}

const eq = (field: string, value: string | number | boolean): QueryFilter => ({
  kind: 'compare',
  operator: 'eq',
  field,
  value,
});

describe('a filter is read', () => {
  test('“and” binds closer than “or”, and “!” closer than both', () => {
    expect(read('a eq 1 or !b eq 2 and c eq 3')).toEqual({
      kind: 'or',
      parts: [eq('a', 1), { kind: 'and', parts: [{ kind: 'not', part: eq('b', 2) }, eq('c', 3)] }],
    });
  });

  test('parentheses stand for themselves, without spaces', () => {
    expect(read('!(a eq 1 or b pr)')).toEqual({
      kind: 'not',
      part: { kind: 'or', parts: [eq('a', 1), { kind: 'present', field: 'b' }] },
    });
  });

  test('keywords and operators are known in upper case, fields are kept as they are', () => {
    expect(read('Mail EQ "x" AND TRUE')).toEqual({ kind: 'and', parts: [eq('Mail', 'x'), { kind: 'true' }] });
  });

  test.each([
    [`"say \\"hi\\" \\\\"`, 'say "hi" \\'],
    [`'it\\'s'`, "it's"],
    ['"(a or b)"', '(a or b)'],
    ['true', true],
    ['FALSE', false],
    ['-12', -12],
    ['1.5', 1.5],
    ['2.5e3', 2500],
  ])('the value %s', (text, value) => {
    expect(read(`a eq ${text}`)).toEqual(eq('a', value));
  });

  test.each([
    ['', 0],
    ['a', 1],
    ['a eq', 4],
    ['a eq x', 5],
    ['a like "x"', 2],
    ['a eq "x', 5],
    ['(a eq 1', 0],
    ['a eq 1)', 6],
    ['a eq 1 b eq 2', 7],
    ['a eq 1\tand b eq 2', 5],
    ['"a" eq 1', 0],
    ['a eq 1 and', 10],
    ['()', 1],
  ])('“%s” is refused at %i', (text, offset) => {
    expect(problemOf(text)?.offset).toBe(offset);
  });

  test('256 parentheses may stand in each other, and no more', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}a pr${')'.repeat(depth)}`;
    expect(read(nested(256))).toEqual({ kind: 'present', field: 'a' });
    expect(problemOf(nested(257))?.message).toContain('256');
    expect(problemOf('!'.repeat(100_000))?.message).toContain('256');
  });
});

describe('a record matches', () => {
  const record = {
    _id: '7',
    mail: 'ann@example.com',
    age: 41,
    isActive: true,
    tags: ['a', 'bc'],
    none: null,
    empty: [],
  };
  test.each([
    ['mail eq "ann@example.com"', true],
    ['/mail sw "ann"', true],
    ['mail eq "ANN@example.com"', false],
    ['mail co "example"', true],
    ['mail ew ".org"', false],
    ['tags eq "bc"', true],
    ['tags sw "b"', true],
    ['tags ca "a"', true],
    ['tags gt "b"', true],
    ['age gt 9', true],
    ['age lt "100"', true],
    ['_id eq 7', true],
    ['isActive eq true', true],
    ['isActive eq "true"', true],
    ['age ge 41 and age le 41', true],
    ['none pr', false],
    ['empty pr', false],
    ['none eq "null"', false],
    ['phone pr', false],
    ['!(phone eq "1")', true],
    ['toString pr', false],
    ['true', true],
    ['false or age pr', true],
  ])('%s: %s', (text, isMatch) => {
    expect(matchesFilter(read(text), record)).toBe(isMatch);
  });
});

describe('where a field has instants, a record matches', () => {
  const record = { hired: '2026-07-01T10:00:00+02:00', left: ['2026-12-31T24:00:00Z'], note: '2026' };
  const millis = (field: string, text: string) => (field === 'note' ? null : Date.parse(text));
  test.each([
    ['hired eq "2026-07-01T08:00:00Z"', true, false],
    ['hired lt "2026-07-01T09:00:00Z"', true, false],
    ['hired ge "2026-07-01T09:59:00+02:00"', true, true],
    ['!(hired gt "2026-07-01T08:00:00.000Z")', true, false],
    ['left eq "2027-01-01T00:00:00Z"', true, false],
    ['hired sw "2026-07-01T10"', true, true],
    ['hired gt "soon"', false, false],
    ['note eq "2026-01-01"', false, false],
  ])('%s: %s, and by its text: %s', (text, isMatch, isMatchByText) => {
    expect(matchesFilter(read(text), record, millis)).toBe(isMatch);
    expect(matchesFilter(read(text), record)).toBe(isMatchByText);
  });
});

const field = fc
  .stringMatching(/^[a-z/][A-Za-z0-9_/~.-]{0,8}$/)
  .filter((name) => !/^(?:true|false)$/i.test(name));
const value = fc.oneof(
  fc.string(),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const leaf: fc.Arbitrary<QueryFilter> = fc.oneof(
  fc.record({ kind: fc.constant('present' as const), field }),
  fc.record({
    kind: fc.constant('compare' as const),
    operator: fc.constantFrom(...compareOperators),
    field,
    value,
  }),
  fc.constantFrom({ kind: 'true' as const }, { kind: 'false' as const }),
);
const { filter: anyFilter } = fc.letrec<{ filter: QueryFilter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.record({ kind: fc.constant('not' as const), part: tie('filter') }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(tie('filter'), { minLength: 2, maxLength: 4 }),
    }),
  ),
}));

property([anyFilter])('what is printed reads as the same again', (filter) => {
  const text = printQueryFilter(filter);
  expect(printQueryFilter(read(text))).toBe(printQueryFilter(read(printQueryFilter(read(text)))));
  // Parts of the same kind are joined into one list, which changes nothing of what matches.
  expect(read(text)).toEqual(flat(filter));
});

property([fc.string()])('no text makes the parser fail', (text) => void parseQueryFilter(text));

function flat(filter: QueryFilter): QueryFilter {
  if (filter.kind === 'not') return { kind: 'not', part: flat(filter.part) };
  if (filter.kind === 'compare' && Object.is(filter.value, -0)) return { ...filter, value: 0 };
  if (filter.kind !== 'and' && filter.kind !== 'or') return filter;
  const parts = filter.parts.map(flat);
  return {
    kind: filter.kind,
    parts: parts.flatMap((part) => (part.kind === filter.kind ? part.parts : [part])),
  };
}
