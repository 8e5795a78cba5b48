import { describe, expect, test } from 'vitest';
import { compileObjectType } from '#shared/connectors/index.ts';
import { accountsOf } from '#test/support/connector-shapes.ts';

interface Shapes {
  readonly read: Readonly<Record<string, unknown>>;
  readonly written: Readonly<Record<string, string>>;
  readonly sendAll?: unknown;
  /** Further members of GET. */
  readonly get?: object;
  /** Further members of UPDATE. */
  readonly update?: object;
}

const schema = [
  { fieldName: 'mail', type: 'STRING', flags: [] },
  { fieldName: 'city', type: 'STRING', flags: [] },
  { fieldName: 'zip', type: 'STRING', flags: [] },
  { fieldName: 'tags', type: 'STRING', flags: ['MULTIVALUED'] },
  { fieldName: 'password', type: 'STRING', flags: ['NOT_READABLE'] },
];

/** The problems of a PUT of the whole object. */
function problemsOf({ read, written, sendAll = true, get = {}, update = {} }: Shapes) {
  const operations = {
    GET: { path: '/u/{uid}', method: 'GET', idPath: 'id', namePath: 'id', responseMapping: read, ...get },
    UPDATE: {
      path: '/u/{uid}',
      method: 'PUT',
      idPath: 'id',
      requestMapping: written,
      sendAll,
      ...update,
    },
  };
  return compileObjectType('__ACCOUNT__', accountsOf({ schema, operations })).problems.map(
    ({ message, fix, pointer, code, severity }) => ({ message, fix, pointer, code, severity }),
  );
}

describe('a PUT of the whole object', () => {
  test('is refused where one attribute alone is read at another place than it is written to', () => {
    const found = problemsOf({
      read: { mail: 'mail', city: 'address.city', zip: 'address.zip' },
      written: { mail: 'mail', city: 'addr.city', zip: 'address.zip' },
    });
    expect(found).toEqual([
      {
        code: 'connector.whole-object',
        severity: 'error',
        pointer: '/operations/UPDATE/sendAll',
        message:
          'GET reads city at address.city, but UPDATE writes it at addr.city. The two bodies have different structures.',
        fix: 'Give city the same path in GET and UPDATE, or set sendAll to false.',
      },
    ]);
  });

  test('names each attribute that differs, within the named part too', () => {
    const found = problemsOf({
      read: { mail: 'user.mail', city: 'user.address.city', zip: 'zip' },
      written: { mail: 'mail', city: 'city', zip: 'zip' },
      sendAll: { from: 'user' },
    });
    expect(found.map(({ message }) => message)).toEqual([
      'GET reads city at user.address.city, but UPDATE writes it at city of user. The two bodies have different structures.',
      'GET reads zip at zip, but UPDATE writes it at zip of user. The two bodies have different structures.',
    ]);
  });

  test('is told the part that explains all attributes, and none that explains only some', () => {
    const read = { mail: 'user.mail', city: 'user.address.city' };
    const fixes = (written: Readonly<Record<string, string>>) =>
      problemsOf({ read, written }).map(({ fix }) => fix);
    expect(fixes({ mail: 'mail', city: 'address.city' })).toEqual([
      'Name the part of the response that is the object: "sendAll": { "from": "user" }.',
    ]);
    expect(fixes({ mail: 'mail', city: 'town' })).toEqual([
      'Set sendAll to false. This object cannot be written back in full.',
    ]);
  });

  test.each<[string, Shapes]>([
    ['only written', { read: { mail: 'mail' }, written: { mail: 'mail', city: 'addr.city' } }],
    ['only read', { read: { mail: 'mail', city: 'address.city' }, written: { mail: 'mail' } }],
    ['not shared at all', { read: { city: 'address.city' }, written: { mail: 'user.mail' } }],
    [
      'written and never readable',
      { read: { '/*': '/*' }, written: { mail: 'mail', password: 'credentials.password' } },
    ],
    [
      'read from another response',
      {
        read: { '/*': '/*' },
        written: { mail: 'mail', city: 'address.city' },
        get: {
          additionalStep: [{ resourceName: 'city', method: 'GET', path: '/u/{uid}/town', valuePath: 'name' }],
        },
      },
    ],
    [
      'read at one place or else at another',
      { read: { '/*': '/*', profile: { '/*': '/*' } }, written: { mail: 'profile.mail', city: 'city' } },
    ],
    ['lists', { read: { tags: 'tags[*]' }, written: { tags: 'tags' } }],
    [
      'lists of objects',
      {
        read: { tags: 'tags[*].label' },
        written: { tags: 'tags' },
        update: { unflattenAttributes: [{ attributeName: 'tags', attributeValue: 'label' }] },
      },
    ],
    ['elements, however they are numbered', { read: { mail: 'mails.0' }, written: { mail: 'mails[0]' } }],
  ])('takes attributes that are %s', (_what, shapes) => {
    expect(problemsOf(shapes)).toEqual([]);
  });
});
