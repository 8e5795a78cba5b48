import { describe, expect, test } from 'vitest';
import { extensionProperties, unusedProperties } from '#shared/connectors/configuration/properties.ts';
import { connectorJsonSchema, guardedProperties, propertiesSchema } from '#shared/connectors/index.ts';
import { valueAt } from '#shared/workspace/index.ts';

/** The table of the specification: property, type, default. Spec 2 §A.1 */
const table = [
  ['serviceUri', 'String', null],
  ['login', 'String', null],
  ['password', 'GuardedString', null],
  ['authenticationMethod', 'String', 'OAUTH'],
  ['tokenEndpoint', 'String', null],
  ['clientId', 'String', null],
  ['clientSecret', 'GuardedString', null],
  ['authToken', 'GuardedString', null],
  ['authorizationTokenPrefix', 'String', 'Bearer'],
  ['grantType', 'String', null],
  ['refreshToken', 'GuardedString', null],
  ['scope', 'String', null],
  ['useBasicAuthForOauthTokenNeg', 'boolean', true],
  ['jwtKey', 'GuardedString', null],
  ['jwtExpiration', 'Integer', null],
  ['jwtAlgorithm', 'String', null],
  ['jwtClaims', 'Map', null],
  ['jwtPem', 'GuardedString', null],
  ['jwtCert', 'GuardedString', null],
  ['keyAlgorithm', 'String', null],
  ['acceptSelfSignedCertificates', 'boolean', false],
  ['disableHostNameVerifier', 'boolean', false],
  ['disableHttpCompression', 'boolean', false],
  ['clientCertAlias', 'String', null],
  ['clientCertPassword', 'GuardedString', null],
  ['maximumConnections', 'Integer', 10],
  ['connectionTimeout', 'Integer', 30],
  ['httpProxyHost', 'String', null],
  ['httpProxyPort', 'Integer', null],
  ['httpProxyUsername', 'String', null],
  ['httpProxyPassword', 'GuardedString', null],
  ['defaultHeaders', 'Map', {}],
  ['userAgent', 'String', null],
  ['objectTypes', 'Map', { __ACCOUNT__: { schema: [], operations: {}, exceptions: {} } }],
] as const;

type Property = (typeof table)[number][0];

/** A value of the type, and one that is none. */
const samples = {
  String: { right: 'TOKEN', wrong: 7 },
  GuardedString: { right: '&{name}', wrong: 7 },
  boolean: { right: true, wrong: 'perhaps' },
  Integer: { right: 5, wrong: 1.5 },
  Map: { right: {}, wrong: 'x' },
} as const;

const rightValue = (name: Property, type: keyof typeof samples): unknown =>
  name === 'grantType' ? 'client_credentials' : samples[type].right;

test('there are 34 properties: those of the table, beside what samples hold and what goes beyond the documents', () => {
  expect(table).toHaveLength(34);
  const beside = new Set([...unusedProperties, ...extensionProperties]);
  const known = Object.keys(propertiesSchema.shape).filter((name) => !beside.has(name));
  expect(known.toSorted()).toEqual(table.map(([name]) => name).toSorted());
});

describe.each(table)('%s', (name, type, byDefault) => {
  test('has its default', () => {
    const { [name]: value } = propertiesSchema.parse({}) as Record<string, unknown>;
    if (name === 'objectTypes') expect(value).toMatchObject(byDefault ?? {});
    else expect(value).toEqual(byDefault);
  });

  test('takes its type and null, and nothing else', () => {
    expect(propertiesSchema.safeParse({ [name]: rightValue(name, type) }).success).toBe(true);
    expect(propertiesSchema.safeParse({ [name]: null }).success).toBe(true);
    expect(propertiesSchema.safeParse({ [name]: samples[type].wrong }).success).toBe(false);
  });

  test('is described in the schema of the editor', () => {
    const at = ['properties', 'configurationProperties', 'properties', name, 'description'];
    expect(valueAt(connectorJsonSchema(), at)).toMatch(/.{10}/);
  });

  test('is a secret where it is a GuardedString', () => {
    expect(guardedProperties.some((guarded) => guarded === name)).toBe(type === 'GuardedString');
  });
});

describe('what real configurations write otherwise', () => {
  test.each([
    ['maximumConnections', '10', 10],
    ['connectionTimeout', ' 30 ', 30],
    ['disableHttpCompression', 'true', true],
    ['authenticationMethod', 'basic', 'BASIC'],
    ['grantType', 'CLIENT_CREDENTIALS', 'client_credentials'],
  ])('%s: %j', (name, written, read) => {
    const parsed = propertiesSchema.parse({ [name]: written }) as Record<string, unknown>;
    expect(parsed[name]).toBe(read);
  });

  test('methods, types and flags in lower case', () => {
    const { objectTypes } = propertiesSchema.parse({
      objectTypes: {
        __ACCOUNT__: {
          schema: [{ fieldName: 'a', type: 'string', flags: ['required'] }],
          operations: { DELETE: { path: '/x', method: 'delete' } },
        },
      },
    });
    expect(objectTypes['__ACCOUNT__']?.schema?.[0]).toEqual({
      fieldName: 'a',
      type: 'STRING',
      flags: ['REQUIRED'],
    });
    expect(objectTypes['__ACCOUNT__']?.operations?.DELETE?.method).toBe('DELETE');
  });

  test('one additionalStep without a list around it', () => {
    const step = { method: 'POST', path: '/x' };
    const { objectTypes } = propertiesSchema.parse({
      objectTypes: { t: { operations: { DELETE: { path: '/x', method: 'DELETE', additionalStep: step } } } },
    });
    expect(objectTypes['t']?.operations?.DELETE?.additionalStep).toEqual([step]);
  });
});

test('the schema of the editor does not refer to itself', () => {
  expect(JSON.stringify(connectorJsonSchema())).not.toContain('$ref');
});
