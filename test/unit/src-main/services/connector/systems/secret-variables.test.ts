import { expect, test } from 'vitest';
import { secretVariables } from '#main/services/connector/systems/secret-variables.ts';
import { readConnector } from '#shared/connector/index.ts';

const configurationProperties = {
  serviceUri: 'https://hr.example.com',
  authenticationMethod: 'TOKEN',
  authToken: '&{hr.token}',
  defaultHeaders: { 'X-Api-Key': '&{hr.key}', 'X-Tenant': '&{tenant}', Cookie: '&{gone}' },
  objectTypes: {
    User: {
      schema: [],
      operations: {
        DELETE: { path: '/users/{uid}', method: 'POST', requestBody: { client_secret: '&{hr.client}' } },
      },
    },
  },
};
const stored: Readonly<Record<string, string>> = { 'hr.token': 'a', 'hr.key': 'b', 'hr.client': 'c' };

test('stored secrets that header fields and bodies name are variables; those of properties are not', () => {
  const value = { configurationProperties };
  const variables = secretVariables([{ value }, { value: null }], (secret) => {
    const name = typeof secret === 'string' ? /^&\{(.+)\}$/.exec(secret)?.[1] : undefined;
    return stored[name ?? ''] ?? null;
  });
  expect(variables).toEqual({ 'hr.key': 'b', 'hr.client': 'c' });
  const properties = readConnector(value, { variables: { ...variables, tenant: 'acme', gone: '' } }).partial
    ?.configurationProperties;
  expect(properties).toMatchObject({
    authToken: '&{hr.token}',
    defaultHeaders: { 'X-Api-Key': 'b', 'X-Tenant': 'acme' },
    objectTypes: { User: { operations: { DELETE: { requestBody: { client_secret: 'c' } } } } },
  });
});
