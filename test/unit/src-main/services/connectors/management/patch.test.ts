import { describe, expect, test } from 'vitest';
import { patchedMembers, readPatch } from '#main/services/connectors/management/patch.ts';
import { hostTypes } from '#main/services/connectors/management/records.ts';
import { compileObjectType, type JsonObject } from '#shared/connectors/index.ts';
import { documentOf } from '#test/support/connectors.ts';

const attribute = (fieldName: string, type: string, ...flags: readonly string[]) => ({
  fieldName,
  type,
  flags,
});
const document = documentOf(
  {
    objectTypes: {
      __ACCOUNT__: {
        schema: [
          attribute('sn', 'STRING'),
          attribute('visits', 'INTEGER'),
          attribute('phones', 'STRING', 'MULTIVALUED'),
          attribute('addresses', 'COMPLEX', 'MULTIVALUED'),
          attribute('teams', 'STRING', 'MULTIVALUED', 'NOT_RETURNED_BY_DEFAULT'),
          attribute('__PASSWORD__', 'STRING', 'NOT_READABLE'),
          attribute('keys', 'STRING', 'MULTIVALUED', 'NOT_READABLE'),
        ],
        operations: {},
      },
    },
  },
  {
    objectTypes: {
      person: {
        nativeType: '__ACCOUNT__',
        properties: { familyName: { type: 'string', nativeName: 'sn' } },
      },
    },
  },
);
const compiled = compileObjectType(
  '__ACCOUNT__',
  document.configurationProperties.objectTypes['__ACCOUNT__'] ?? fail(),
).type;
const types = hostTypes(document, new Map([['__ACCOUNT__', compiled]]));
const record = {
  _id: '1',
  __NAME__: 'ann',
  sn: 'One',
  visits: 3,
  phones: ['1', '2'],
  addresses: [{ kind: 'home', city: 'Bath' }],
};

function fail(): never {
  throw new Error('The document has no such type.');
}

function typeNamed(name: string) {
  return types.get(name) ?? fail();
}

function patched(...steps: readonly JsonObject[]): JsonObject {
  return patchedMembers(record, readPatch(typeNamed('__ACCOUNT__'), steps));
}

describe('a patch', () => {
  test.each<[string, JsonObject, JsonObject]>([
    ['adds to a list', { operation: 'add', field: '/phones', value: '3' }, { phones: ['1', '2', '3'] }],
    [
      'adds several',
      { operation: 'add', field: '/phones/-', value: ['3', '4'] },
      { phones: ['1', '2', '3', '4'] },
    ],
    ['adds to what is not there', { operation: 'add', field: 'teams', value: 'a' }, { teams: ['a'] }],
    ['sets one value', { operation: 'add', field: '/sn', value: 'Two' }, { sn: 'Two' }],
    ['replaces a list', { operation: 'replace', field: '/phones', value: ['9'] }, { phones: ['9'] }],
    ['replaces by nothing', { operation: 'replace', field: '/sn' }, { sn: null }],
    ['removes an attribute', { operation: 'remove', field: '/phones' }, { phones: null }],
    [
      'removes one value of several',
      { operation: 'remove', field: '/phones', value: '1' },
      { phones: ['2'] },
    ],
    [
      'removes an object that is one of several',
      { operation: 'remove', field: '/addresses', value: { city: 'Bath', kind: 'home' } },
      { addresses: [] },
    ],
    ['removes the value that is there', { operation: 'remove', field: '/sn', value: 'One' }, { sn: null }],
    [
      'keeps another value than the one to remove',
      { operation: 'remove', field: '/sn', value: 'Two' },
      { sn: 'One' },
    ],
    ['counts up', { operation: 'increment', field: '/visits', value: 2 }, { visits: 5 }],
    ['counts down', { operation: 'increment', field: '/visits', value: -5 }, { visits: -2 }],
    ['moves', { operation: 'move', from: '/sn', field: '/__NAME__' }, { __NAME__: 'One', sn: null }],
    ['moves a value to where it is', { operation: 'move', from: '/sn', field: '/sn' }, { sn: 'One' }],
    ['copies', { operation: 'copy', from: '/__NAME__', field: '/sn' }, { sn: 'ann' }],
  ])('%s', (_what, step, members) => {
    expect(patched(step)).toEqual(members);
  });

  test('does its steps in their order, each on what the one before left', () => {
    expect(
      patched(
        { operation: 'replace', field: '/sn', value: 'Two' },
        { operation: 'copy', from: '/sn', field: '/__NAME__' },
        { operation: 'remove', field: '/phones', value: '1' },
        { operation: 'add', field: '/phones', value: '1' },
      ),
    ).toEqual({ sn: 'Two', __NAME__: 'Two', phones: ['2', '1'] });
    expect(record.phones).toEqual(['1', '2']);
  });

  test('goes by the names that the host gives', () => {
    const steps = readPatch(typeNamed('person'), [
      { operation: 'replace', field: '/familyName', value: 'Two' },
    ]);
    expect(patchedMembers({ _id: '1', familyName: 'One' }, steps)).toEqual({ familyName: 'Two' });
    expect(() =>
      readPatch(typeNamed('person'), [{ operation: 'replace', field: '/sn', value: 'Two' }]),
    ).toThrow('Target does not support attribute sn');
  });
});

describe('a patch says what it must know', () => {
  const needs = (step: JsonObject) => readPatch(typeNamed('__ACCOUNT__'), [step])[0]?.needs;

  test.each<[JsonObject, readonly string[]]>([
    [{ operation: 'add', field: '/teams', value: 'a' }, ['teams']],
    [{ operation: 'remove', field: '/teams', value: 'a' }, ['teams']],
    [{ operation: 'copy', from: '/teams', field: '/phones' }, ['teams']],
    [{ operation: 'replace', field: '/teams', value: ['a'] }, []],
    [{ operation: 'remove', field: '/teams' }, []],
    [{ operation: 'add', field: '/phones', value: '3' }, []],
    [{ operation: 'replace', field: '/__PASSWORD__', value: 'x' }, []],
  ])('%j needs %j', (step, names) => {
    expect(needs(step)).toEqual(names);
  });

  test.each<JsonObject>([
    { operation: 'add', field: '/keys', value: 'k' },
    { operation: 'copy', from: '/__PASSWORD__', field: '/sn' },
  ])('and is refused where nobody can: %j', (step) => {
    expect(() => needs(step)).toThrow(
      expect.objectContaining({ status: 400, message: expect.stringContaining('cannot be read') }),
    );
  });
});

test.each<[JsonObject, string]>([
  [{ field: '/sn' }, "'operation'"],
  [{ operation: 'constructor', field: '/sn' }, "'constructor' is not supported"],
  [{ operation: 'add', field: '/sn' }, "'add' requires the member 'value'"],
  [{ operation: 'move', field: '/sn' }, "'move' requires the member 'from'"],
  [{ operation: 'increment', field: '/visits', value: '1' }, 'Only numbers'],
  [{ operation: 'increment', field: '/sn', value: 1 }, 'Only numbers'],
  [{ operation: 'add', field: '/phones/0', value: '1' }, 'Only one level'],
  [{ operation: 'add', field: '/_id', value: '1' }, 'attribute _id'],
  [{ operation: 'add', field: '/__proto__', value: '1' }, 'attribute __proto__'],
])('%j is refused', (step, message) => {
  expect(() => patched(step)).toThrow(
    expect.objectContaining({ status: 400, message: expect.stringContaining(message) }),
  );
});
