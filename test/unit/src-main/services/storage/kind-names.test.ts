import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { amountOf, namedKinds, nameOfAll } from '#main/services/storage/kind-names.ts';

const sources = globSync('src-main/**/*.ts').map((file) => readFileSync(file, 'utf8'));
const stored = sources
  .filter((text) => /ecords\.put\(/.test(text))
  .flatMap((text) => [...text.matchAll(/^(?:export )?const \w*[kK]ind = '([a-z.-]+)'/gm)])
  .map(([, kind = '']) => kind);

test('every kind of record has a name by which a person is told of its damage', () => {
  expect(stored.length).toBeGreaterThan(20);
  expect(stored.filter((kind) => !namedKinds.includes(kind) && kind !== 'attack')).toEqual([]);
  const unused = namedKinds.filter(
    (kind) =>
      sources.filter((text) => new RegExp(`['\\s]${kind.replace('.', '\\.')}['":]`).test(text)).length < 2,
  );
  expect(unused).toEqual([]);
});

test('one is said in the singular, more with a separator, and what nobody knows as such', () => {
  expect(amountOf('secret', 1)).toBe('1 stored secret');
  expect(amountOf('exchange', 1_200)).toBe('1,200 recorded exchanges');
  expect(amountOf('secrft', 2)).toBe('2 records of an unknown kind');
  expect(nameOfAll('as.code')).toBe('authorization codes');
});
