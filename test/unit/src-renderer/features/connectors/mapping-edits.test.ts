import { expect, test } from 'vitest';
import {
  addAttribute,
  mapAttribute,
  mappingLines,
  renameAttribute,
} from '#renderer/features/connectors/form/mapping-edits.ts';
import { valueOf } from '#renderer/workbench/json-edits.ts';
import { valueAt } from '#shared/workspace/json-pointer.ts';

const type = ['configurationProperties', 'objectTypes', '__ACCOUNT__'];
const query = [...type, 'operations', 'QUERY'];

const text = JSON.stringify(
  {
    configurationProperties: {
      objectTypes: {
        __ACCOUNT__: {
          schema: [{ fieldName: 'mail', type: 'STRING', flags: [] }],
          operations: {
            GET: { responseMapping: { mail: 'user.mail' } },
            QUERY: { responseMapping: { 'data.items': { mail: 'mail' } } },
            CREATE: { requestMapping: { mail: 'user.mail' } },
          },
        },
      },
    },
  },
  null,
  2,
);

const at = (edited: string, path: readonly (string | number)[]) => valueAt(valueOf(edited), path);

test('an attribute keeps its paths when it is called otherwise, in every mapping', () => {
  const renamed = renameAttribute(text, type, 0, 'mail', 'email');
  expect(at(renamed, [...type, 'schema', 0, 'fieldName'])).toBe('email');
  expect(at(renamed, [...type, 'operations'])).toEqual({
    GET: { responseMapping: { email: 'user.mail' } },
    QUERY: { responseMapping: { 'data.items': { email: 'mail' } } },
    CREATE: { requestMapping: { email: 'user.mail' } },
  });
});

test('a list under a key gets its attributes below that key, one object at the top', () => {
  const mapped = mapAttribute(text, query, 'data.items', 'city', 'address.city');
  expect(at(mapped, [...query, 'responseMapping'])).toEqual({
    'data.items': { mail: 'mail', city: 'address.city' },
  });
  const get = [...type, 'operations', 'GET'];
  expect(at(mapAttribute(text, get, null, 'city', 'user.city'), [...get, 'responseMapping', 'city'])).toBe(
    'user.city',
  );
});

test('an attribute is added once', () => {
  const attribute = { fieldName: 'mail', type: 'STRING', flags: [] };
  expect(addAttribute(text, type, attribute)).toBe(text);
  const added = addAttribute(text, type, { ...attribute, fieldName: 'city' });
  expect(at(added, [...type, 'schema', 1, 'fieldName'])).toBe('city');
});

test('nested mappings are listed behind the key that they stand below', () => {
  const lines = mappingLines(at(text, [...query, 'responseMapping']), query);
  expect(lines.map(({ name, target, depth }) => [name, target, depth])).toEqual([
    ['data.items', null, 0],
    ['mail', 'mail', 1],
  ]);
});
