import { describe, expect, test } from 'vitest';
import { attributeFlags, attributeTypes } from '#shared/connectors/configuration/index.ts';
import { checkAttributes } from '#shared/connectors/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { accountsOf, answer, compiled } from '#test/support/connector-shapes.ts';

const values: Readonly<Record<(typeof attributeTypes)[number], JsonValue>> = {
  BINARY: 'aGk=',
  BOOLEAN: true,
  COMPLEX: { a: 1 },
  DECIMAL: 1.5,
  INTEGER: 3,
  REFERENCE: 'u1',
  STRING: 'text',
  DATETIME: '2026-07-01T08:30:00Z',
};

const cells = attributeTypes.flatMap((type) =>
  attributeFlags.flatMap((flag) =>
    (flag === 'MULTIVALUED' ? [true] : [false, true]).map((isMulti) => [type, flag, isMulti] as const),
  ),
);

/** The four ways of a value with a flag. */
const goes = {
  NOT_READABLE: { byDefault: false, byName: false, create: true, update: true },
  NOT_RETURNED_BY_DEFAULT: { byDefault: false, byName: true, create: true, update: true },
  NOT_CREATABLE: { byDefault: true, byName: true, create: false, update: true },
  NOT_UPDATEABLE: { byDefault: true, byName: true, create: true, update: false },
  MULTIVALUED: { byDefault: true, byName: true, create: true, update: true },
  REQUIRED: { byDefault: true, byName: true, create: true, update: true },
} as const;

describe.each(cells)('%s with %s, a list: %s', (type, flag, isMulti) => {
  const flags = isMulti ? [...new Set([flag, 'MULTIVALUED'])] : [flag];
  const value = isMulti ? [values[type], values[type]] : values[type];
  const accounts = compiled(
    accountsOf({
      schema: [{ fieldName: 'x', type, flags }],
      operations: {
        GET: { path: '/a', method: 'GET', idPath: 'id', namePath: 'id', responseMapping: { x: 'deep.x' } },
        CREATE: { path: '/a', method: 'POST', idPath: 'id', requestMapping: { x: 'deep.x' } },
        UPDATE: { path: '/a', method: 'PUT', idPath: 'id', requestMapping: { x: 'deep.x' } },
      },
    }),
  );
  const expected = goes[flag];

  test('is read where it may be', () => {
    const response = answer({ id: 1, deep: { x: value } });
    const read = (wanted: 'default' | ReadonlySet<string>) =>
      accounts.readObject(response, wanted)?.attributes;
    expect(read('default')).toEqual(expected.byDefault ? { x: value } : {});
    expect(read(new Set(['x']))).toEqual(expected.byName ? { x: value } : {});
    expect(read(new Set(['y']))).toEqual({});
  });

  test.each(['CREATE', 'UPDATE'] as const)('is sent by %s where it may be', (operation) => {
    const isSent = operation === 'CREATE' ? expected.create : expected.update;
    const checked = checkAttributes(accounts, operation, { x: value });
    expect(checked).toEqual({ attributes: isSent ? { x: value } : {}, problems: [] });
    const request =
      operation === 'CREATE'
        ? accounts.createRequest(checked.attributes)
        : accounts.updateRequest('1', checked.attributes);
    const nothing = operation === 'CREATE' ? {} : undefined;
    expect(request?.body).toEqual(isSent ? { deep: { x: value } } : nothing);
  });

  test('null is left out of what is created, removes what is updated, and is refused where it is required', () => {
    const create = checkAttributes(accounts, 'CREATE', { x: null });
    expect(create.attributes).toEqual({});
    const update = checkAttributes(accounts, 'UPDATE', { x: null });
    expect(update.attributes).toEqual(expected.update ? { x: null } : {});
    const messages = flag === 'REQUIRED' ? ["Required attribute 'x' value is null"] : [];
    expect(create.problems.map(({ message }) => message)).toEqual(messages);
    expect(update.problems.map(({ message }) => message)).toEqual(messages);
  });
});

describe('attributes of a request', () => {
  const accounts = compiled(
    accountsOf({
      schema: [
        { fieldName: 'mail', type: 'STRING', flags: ['REQUIRED'] },
        { fieldName: 'age', type: 'INTEGER' },
      ],
      operations: {
        CREATE: {
          path: '/a',
          method: 'POST',
          idPath: 'id',
          requestMapping: { mail: 'mail', __NAME__: 'login' },
        },
      },
    }),
  );

  test('one that the schema does not have is refused by the text of the products', () => {
    const { attributes, problems } = checkAttributes(accounts, 'CREATE', { mail: 'a', phone: '1' });
    expect(attributes).toEqual({ mail: 'a' });
    expect(problems).toEqual([
      {
        code: 'connector.invalid-attribute',
        attribute: 'phone',
        message: 'Target does not support attribute phone',
      },
    ]);
  });

  test('those of the host are left out, unless they are mapped', () => {
    const { attributes, problems } = checkAttributes(accounts, 'CREATE', {
      _id: '1',
      _rev: '2',
      __NAME__: 'ann',
      mail: 'a',
    });
    expect({ attributes, problems }).toEqual({ attributes: { __NAME__: 'ann', mail: 'a' }, problems: [] });
    expect(accounts.createRequest(attributes).body).toEqual({ login: 'ann', mail: 'a' });
  });

  test('a required one that is not named at all is missed by CREATE, and not by UPDATE', () => {
    expect(
      checkAttributes(accounts, 'CREATE', { age: 1 }).problems.map(({ attribute }) => attribute),
    ).toEqual(['mail']);
    expect(checkAttributes(accounts, 'UPDATE', { age: 1 }).problems).toEqual([]);
  });

  test('one that no request of UPDATE takes is refused, unless it belongs to the host', () => {
    const text = (fieldName: string, ...flags: readonly string[]) => ({ fieldName, type: 'STRING', flags });
    const step = { path: '/a/{uid}/role', method: 'PUT', requestMapping: { deep: { role: 'role' } } };
    const updated = (requestMapping: unknown) => {
      const UPDATE = {
        path: '/a/{uid}',
        method: 'PUT',
        idPath: 'id',
        requestMapping,
        additionalStep: [step],
      };
      const schema = [
        text('mail'),
        text('role'),
        text('tags'),
        text('since', 'NOT_UPDATEABLE'),
        text('_note'),
      ];
      const type = compiled(accountsOf({ schema, operations: { UPDATE } }));
      return checkAttributes(type, 'UPDATE', { mail: 'a', role: 'r', tags: 't', since: 's', _note: 'n' });
    };
    const { attributes, problems } = updated({ mail: 'mail' });
    expect(attributes).toEqual({ mail: 'a', role: 'r' });
    expect(problems).toMatchObject([{ code: 'connector.invalid-attribute', attribute: 'tags' }]);
    expect(updated({ '/*': '/*' }).problems).toEqual([]);
  });

  test('a value of another type is refused by name', () => {
    const { problems } = checkAttributes(accounts, 'CREATE', { mail: 'a', age: 'old' });
    expect(problems.map(({ code }) => code)).toEqual(['connector.value-not-integer']);
  });
});
