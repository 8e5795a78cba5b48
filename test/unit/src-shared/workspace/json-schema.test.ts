import { expect, test } from 'vitest';
import { workspaceFormats } from '#shared/workspace/index.ts';
import { jsonSchemaOf } from '#shared/workspace/json-schema.ts';

/** A file of each kind. */
const files = {
  ...Object.fromEntries(
    Object.values(workspaceFormats).map(({ kind, folder }) => [kind, `${folder}/one.json`]),
  ),
  manifest: 'gatehouse.json',
  connector: 'connectors/provisioner.openicf-hr.json',
  route: 'routes/10-api.json',
  contract: 'contract/lint.json',
};

test('an editor completes every kind of file whose members are known', () => {
  const without = Object.entries(files).filter(([, file]) => jsonSchemaOf(file) === null);
  expect(without.map(([kind]) => kind)).toEqual(['route']);
  expect(jsonSchemaOf('notes/one.json')).toBeNull();
});

test('attack cases are completed in a list and in an object', () => {
  const schema = JSON.stringify(jsonSchemaOf('attacks/own.json'));
  expect(JSON.parse(schema)).toMatchObject({
    anyOf: [
      { type: 'array', items: { properties: { severity: { enum: ['critical', 'high', 'medium', 'low'] } } } },
      { type: 'object', properties: { title: {}, cases: { type: 'array' } } },
    ],
  });
  expect(schema).toContain('"registration-refused"');
});

test('the members of another server are completed and explained', () => {
  expect(jsonSchemaOf('targets/one.json')).toMatchObject({
    properties: { issuer: { description: 'Issuer of the server.' }, clients: { type: 'array' } },
  });
});

test('the options of a flow are completed and explained, single claims too', () => {
  expect(jsonSchemaOf('flows/one.json')).toMatchObject({
    required: ['kind', 'client_id'],
    properties: {
      options: {
        properties: {
          token_place: { enum: ['header', 'body', 'query'] },
          pushed: { type: 'boolean', description: expect.stringContaining('RFC 9126') },
          parameters: {
            properties: {
              nonce: { description: expect.stringContaining('§3.1.2.1') },
              resource: { type: 'array' },
              claims: { properties: { userinfo: {}, id_token: { description: 'Claims of the ID token.' } } },
              extra: { items: { properties: { name: { description: 'Name of the parameter.' } } } },
            },
          },
        },
      },
    },
  });
});
