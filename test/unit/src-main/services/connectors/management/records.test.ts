import { expect, test } from 'vitest';
import { hostTypes, recordOf, recordText } from '#main/services/connectors/management/records.ts';
import { compileObjectType, objectTypeSchema } from '#shared/connectors/index.ts';

const config = objectTypeSchema.parse({
  schema: ['mail', 'sn'].map((fieldName) => ({ fieldName, type: 'STRING' })),
});
const { type: compiled } = compileObjectType('__ACCOUNT__', config);
const type = hostTypes({ objectTypes: null }, new Map([['__ACCOUNT__', compiled]])).get('__ACCOUNT__');

function revisionOf(
  uid: string,
  attributes: Readonly<Record<string, string | null>>,
  name: string | null = null,
): string {
  if (type === undefined) throw new Error('The type is there.');
  return recordText(type, { uid, name, attributes }).revision;
}

test('a revision is another one as soon as anything in the record is', () => {
  const seen = new Set<string>();
  for (let index = 0; index < 20_000; index += 1) {
    seen.add(revisionOf('1', { mail: `ann${index}@example.com`, sn: 'Archer' }));
    seen.add(revisionOf(String(index + 2), { mail: 'ann@example.com', sn: 'Archer' }));
  }
  expect(seen.size).toBe(40_000);
  const changes = [
    revisionOf('1', { mail: 'a', sn: 'b' }),
    revisionOf('1', { mail: 'a' }),
    revisionOf('1', { mail: 'a', sn: null }),
    revisionOf('1', { mail: 'b', sn: 'a' }),
    revisionOf('1', { mail: 'a', sn: 'b' }, 'name'),
    revisionOf('', { mail: 'a', sn: 'b' }, '1'),
  ];
  expect(new Set(changes).size).toBe(changes.length);
});

test('a revision is the same in whatever order the members came, and however the record is written', () => {
  if (type === undefined) throw new Error('The type is there.');
  const object = { uid: '1', name: 'ann', attributes: { mail: 'a', sn: 'b' } };
  const turned = { ...object, attributes: { sn: 'b', mail: 'a' } };
  const { text, revision } = recordText(type, object);
  expect(recordText(type, turned).revision).toBe(revision);
  expect(JSON.parse(text)).toEqual(recordOf(type, object, true));
  expect(revision).toMatch(/^[\w-]{22}$/);
});
