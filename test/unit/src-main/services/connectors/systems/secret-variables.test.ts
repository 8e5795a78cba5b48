import { expect, test } from 'vitest';
import type { DocumentSecrets } from '#main/services/connectors/index.ts';
import { namedSecrets, withRefused } from '#main/services/connectors/systems/secret-variables.ts';
import { readConnector } from '#shared/connectors/index.ts';
import { parseSecretValue } from '#shared/workspace/index.ts';

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
const value = { configurationProperties };
const stored: Readonly<Record<string, string>> = { 'hr.token': 'a', 'hr.key': 'b', 'hr.client': 'c' };

/** Secrets of which some may not be had. */
function secretsBut(...refused: readonly string[]): DocumentSecrets {
  const nameOf = (secret: Parameters<DocumentSecrets['read']>[0]) => {
    const parsed = parseSecretValue(secret);
    return 'name' in parsed ? parsed.name : '';
  };
  return {
    read: (secret) => (refused.includes(nameOf(secret)) ? null : (stored[nameOf(secret)] ?? null)),
    refusal: (secret) =>
      refused.includes(nameOf(secret))
        ? { code: 'secret.not-allowed', severity: 'error', message: `Not ${nameOf(secret)}.`, fix: 'Ask.' }
        : null,
  };
}

test('stored secrets that header fields and bodies name are variables; those of properties are not', () => {
  const { variables, names, isWithheld } = namedSecrets(value, secretsBut());
  expect(variables).toEqual({ 'hr.key': 'b', 'hr.client': 'c' });
  expect(names).toEqual(['hr.key', 'hr.client']);
  expect(isWithheld).toBe(true);
  const properties = readConnector(value, { variables: { ...variables, tenant: 'acme', gone: '' } }).partial
    ?.configurationProperties;
  expect(properties).toMatchObject({
    authToken: '&{hr.token}',
    defaultHeaders: { 'X-Api-Key': 'b', 'X-Tenant': 'acme' },
    objectTypes: { User: { operations: { DELETE: { requestBody: { client_secret: 'c' } } } } },
  });
});

test('a document without secrets, or without anything, names none', () => {
  expect(namedSecrets(null, secretsBut())).toMatchObject({ variables: {}, names: [], isWithheld: false });
});

test('a name that is refused is no variable, and is said to be refused in place of unknown', () => {
  const found = namedSecrets(value, secretsBut('hr.key', 'hr.token'), { tenant: 'acme', gone: '' });
  expect(found.variables).toEqual({ tenant: 'acme', gone: '', 'hr.client': 'c' });
  const { problems } = readConnector(value, { variables: found.variables });
  expect(withRefused(problems, found).filter(({ severity }) => severity === 'error')).toEqual([
    expect.objectContaining({ code: 'secret.not-allowed', pointer: '/configurationProperties/authToken' }),
    expect.objectContaining({
      code: 'secret.not-allowed',
      pointer: '/configurationProperties/defaultHeaders/X-Api-Key',
    }),
  ]);
});

test('a variable of the workspace goes before a secret of the same name, whosever that is', () => {
  const found = namedSecrets(value, secretsBut('hr.key'), { 'hr.key': 'of the environment' });
  expect(found.refused).toEqual([]);
  expect(found.variables['hr.key']).toBe('of the environment');
});
