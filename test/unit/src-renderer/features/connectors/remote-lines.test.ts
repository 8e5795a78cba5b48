import { expect, test } from 'vitest';
import { nameOfPath, remoteLines } from '#renderer/features/connectors/preview/remote-lines.ts';

const second = { id: 2, name: { given: 'Bob' }, phones: [{ number: '1' }, { number: '2' }], none: null };
const sample = { data: { items: [{ id: 1 }, second] } };

test('each value of a record has the path that a mapping needs, items of lists by all of them', () => {
  const lines = remoteLines(sample, second, 'data.items');
  expect(lines.filter(({ text }) => text !== null).map(({ path, text }) => [path, text])).toEqual([
    ['id', '2'],
    ['name.given', '"Bob"'],
    ['phones[*].number', '"1"'],
    ['phones[*].number', '"2"'],
    ['none', 'null'],
  ]);
  expect(lines.find(({ name }) => name === 'given')).toMatchObject({
    depth: 1,
    pointer: '/data/items/1/name/given',
  });
});

test('a record that is no part of the sample has no lines', () => {
  expect(remoteLines(sample, { id: 2 }, 'data.items')).toEqual([]);
});

test.each([
  ['contact.email', 'email'],
  ['phones[*].number', 'phones'],
  ['items[0].name', 'name'],
  ["['urn:example:2.0:User']", 'User'],
  ['[*]', 'attribute'],
])('what is read from %s may be called %s', (path, name) => {
  expect(nameOfPath(path)).toBe(name);
});
