import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantOf } from '#shared/connectors/values/date-time.ts';
import { matchesScimFilter, parseScimFilter, type ScimAttributes } from '#shared/query/scim/index.ts';
import { property } from '#test/support/property.ts';

const attributes: ScimAttributes = {
  isCaseExact: (name) => name === 'id' || name === 'externalId',
  instantOf: (name, text) => (name.endsWith('At') ? instantOf(text) : null),
};

const ann = {
  id: 'A1',
  externalId: 'EXT-00001',
  username: 'ann',
  active: true,
  age: 41,
  nickname: null,
  createdAt: '2024-05-01T12:00:00Z',
  name: { given: 'Ann', family: 'Archer' },
  emails: [
    { type: 'work', value: 'ann@example.com', primary: true },
    { type: 'home', value: 'ann@home.example' },
  ],
  tags: ['gold', 'beta'],
};

function matches(filter: string): boolean {
  const parsed = parseScimFilter(filter);
  if ('problem' in parsed) throw new Error(parsed.problem.message);
  return matchesScimFilter(parsed.filter, ann, attributes);
}

function problemOf(filter: string) {
  const parsed = parseScimFilter(filter);
  return 'problem' in parsed ? parsed.problem : null;
}

describe('a SCIM filter', () => {
  test.each([
    ['username eq "ann"', true],
    ['username eq "ANN"', true],
    ['UserName EQ "ann"', true],
    ['id eq "a1"', false],
    ['externalId eq "EXT-00001"', true],
    ['externalId eq "ext-00001"', false],
    ['username ne "bob"', true],
    ['username ne "ann"', false],
    ['missing ne "x"', true],
    ['name.family co "rch"', true],
    ['name.family sw "arch"', true],
    ['name.family ew "ER"', true],
    ['name.family sw "cher"', false],
    ['age gt 40', true],
    ['age ge 41', true],
    ['age lt 41', false],
    ['age le 41.0', true],
    ['age eq "41"', false],
    ['age co 4', false],
    ['active eq true', true],
    ['active ne true', false],
    ['active gt false', false],
    ['username pr', true],
    ['nickname pr', false],
    ['emails pr', true],
    ['nickname eq null', true],
    ['name eq null', false],
    ['missing eq null', true],
    ['username eq null', false],
    ['username ne null', true],
    ['missing sw null', false],
    ['createdAt gt "2024-05-01T13:59:59+02:00"', true],
    ['createdAt eq "2024-05-01T14:00:00+02:00"', true],
    ['createdAt sw "2024-05"', true],
    ['tags eq "beta"', true],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ann"', true],
  ])('%s: %s', (filter, outcome) => {
    expect(matches(filter)).toBe(outcome);
  });

  test('“and” binds before “or”, and parentheses before both', () => {
    expect(matches('username eq "ann" or username eq "bob" and age lt 10')).toBe(true);
    expect(matches('(username eq "ann" or username eq "bob") and age lt 10')).toBe(false);
    expect(matches('not (username eq "bob") and not(age lt 10)')).toBe(true);
  });

  test('a value path asks one and the same value for all of it', () => {
    expect(matches('emails[type eq "work" and value ew "example.com"]')).toBe(true);
    expect(matches('emails[type eq "home" and value ew "example.com"]')).toBe(false);
    // Without the brackets any value may do for each part.
    expect(matches('emails.type eq "home" and emails.value ew "example.com"')).toBe(true);
    expect(matches('emails[not (primary pr)]')).toBe(true);
  });

  test('texts are written as in JSON', () => {
    expect(matches('username ne "a\\"b\\\\c"')).toBe(true);
    expect(matches('username eq "\\u0061nn"')).toBe(true);
    expect(problemOf('username eq "a\\qb"')).toMatchObject({ offset: 12 });
  });

  test('`in` is known, and refused by its name', () => {
    expect(problemOf('action.type in ["A", "B"]')).toMatchObject({
      operator: 'in',
      offset: 12,
      message: 'The operator “in” is no longer supported.',
    });
    expect(problemOf('id eq "1" or id IN ("1")')).toMatchObject({ operator: 'in' });
  });

  test.each([
    ['', 0],
    ['username', 8],
    ['username eq', 11],
    ['username is "x"', 9],
    ['username eq x', 12],
    ['username eq 007', 12],
    ['username eq "x', 12],
    ['"username" eq "x"', 0],
    ['1name eq "x"', 0],
    ['(username pr', 0],
    ['username pr)', 11],
    ['emails[type pr', 6],
    ['emails[type pr)', 6],
    ['username pr age pr', 12],
    ['username eq (', 12],
    ['not username pr', 4],
    [`${'('.repeat(129)}a pr${')'.repeat(129)}`, 128],
  ])('%j is refused at its place', (filter, offset) => {
    expect(problemOf(filter)).toMatchObject({ offset });
  });

  property([fc.string({ unit: 'binary' })])('whatever a text holds, it is found by itself', (text) => {
    const parsed = parseScimFilter(`externalId eq ${JSON.stringify(text)}`);
    if ('problem' in parsed) throw new Error(parsed.problem.message);
    return matchesScimFilter(parsed.filter, { externalId: text }, attributes);
  });

  const piece = fc.constantFrom(
    'a',
    'pr',
    'eq',
    'and',
    'or',
    'not',
    'in',
    '(',
    ')',
    '[',
    ']',
    '"x"',
    '1',
    ' ',
  );

  property([fc.array(piece, { maxLength: 30 })])(
    'nothing that can be written breaks the parser',
    (pieces) => {
      const parsed = parseScimFilter(pieces.join(' '));
      return 'filter' in parsed || parsed.problem.offset >= 0;
    },
  );
});
