import { expect, test } from 'vitest';
import { fieldOf } from '#renderer/features/connectors/form/schema-fields.ts';
import { connectorJsonSchema } from '#shared/connectors/configuration/index.ts';

const schema = connectorJsonSchema();
const properties = ['configurationProperties'];
const type = [...properties, 'objectTypes', '__ACCOUNT__'];

test.each([
  [properties, 'serviceUri', 'text'],
  [properties, 'clientSecret', 'secret'],
  [properties, 'maximumConnections', 'number'],
  [properties, 'acceptSelfSignedCertificates', 'flag'],
  [properties, 'defaultHeaders', 'pairs'],
  [[...type, 'operations', 'GET'], 'path', 'text'],
  [[...type, 'operations', 'GET'], 'queryParams', 'pairs'],
  [[...type, 'operations', 'CREATE'], 'requestBody', 'json'],
  [[...type, 'operations', 'QUERY', 'pagination', 'offSetPagination'], 'param', 'text'],
  [[...type, 'operations', 'QUERY', 'pagination', 'pagedResultsCookie'], 'rewriteOrigin', 'flag'],
  [[...type, 'filters', 'operators'], 'equals', 'text'],
  [[...type, 'filters', 'templates'], 'equals', 'text'],
  [[...type, 'filters', 'body'], 'path', 'text'],
  [[...type, 'filters', 'body'], 'templates', 'json'],
] as const)('of %j, %s is edited as %s, and explained', (path, name, kind) => {
  const field = fieldOf(schema, path, name);
  expect(field.control.kind).toBe(kind);
  expect(field.help).not.toBe('');
});

test('words that may be written in either case are offered once', () => {
  const method = fieldOf(schema, [...type, 'operations', 'GET'], 'method');
  expect(method.control).toEqual({
    kind: 'choice',
    choices: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
  });
});

test('a flag in place of which an object with one text may stand has a field for that', () => {
  expect(fieldOf(schema, [...type, 'operations', 'UPDATE'], 'sendAll').control).toEqual({
    kind: 'flag-or-text',
    member: 'from',
    help: 'Path of the object in the response to GET, if the object is only part of the response.',
  });
});

test('what the schema does not know is edited as JSON', () => {
  expect(fieldOf(schema, properties, 'nothing')).toEqual({
    name: 'nothing',
    help: '',
    example: null,
    control: { kind: 'json' },
  });
});

test('a member that is written as JSON has an example of it', () => {
  expect(fieldOf(schema, [], 'operationTimeout')).toMatchObject({
    control: { kind: 'json' },
    example: '{"SEARCH":60000,"TEST":5000}',
  });
});
