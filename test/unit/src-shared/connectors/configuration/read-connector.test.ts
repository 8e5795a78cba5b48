import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readConnector } from '#shared/connectors/index.ts';
import { fromPointer, isJsonObject, type JsonPath, toPointer, valueAt } from '#shared/workspace/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

const fixture = (name: string): JsonValue =>
  JSON.parse(
    readFileSync(new URL(`../../../../fixtures/connectors/${name}.json`, import.meta.url), 'utf8'),
  ) as JsonValue;
const samples = ['bulk-bodies', 'link-header-pages', 'nested-profiles', 'body-cursors'];

const properties = (more: Readonly<Record<string, JsonValue>>): JsonValue => ({
  configurationProperties: {
    serviceUri: 'https://hr.example.com',
    authenticationMethod: 'TOKEN',
    authToken: '&{token}',
    ...more,
  },
});
const told = (document: JsonValue, options?: Parameters<typeof readConnector>[1]) =>
  readConnector(document, options).problems.map(({ code, pointer }) => `${code} ${pointer}`);
const inProperties = (name: string) => `/configurationProperties/${name}`;

/** A document with such properties, and what is said of one of them. */
const wrong = (name: string, given: Parameters<typeof properties>[0], code: string, property: string) =>
  [name, properties(given), `${code} ${inProperties(property)}`] as const;

describe('documents of real shapes', () => {
  test.each(samples)('%s is read without an error', (name) => {
    const { connector, problems } = readConnector(fixture(name));
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(connector).not.toBeNull();
  });
});

describe('what is wrong is said with its place', () => {
  test.each<readonly [string, JsonValue, string]>([
    wrong('no serviceUri', { serviceUri: null }, 'connector.missing-member', 'serviceUri'),
    wrong('no URL', { serviceUri: 'hr.example.com' }, 'connector.invalid', 'serviceUri'),
    wrong(
      'credentials in the URL',
      { serviceUri: 'https://ann:x@hr.example.com' },
      'connector.invalid',
      'serviceUri',
    ),
    wrong('a misspelt member', { maxConnections: 3 }, 'connector.unknown-member', 'maxConnections'),
    wrong('a sample’s member', { accessToken: null }, 'connector.unused-member', 'accessToken'),
    wrong(
      'an extension',
      { clientCredentialsInForm: true },
      'connector.extension',
      'clientCredentialsInForm',
    ),
    wrong(
      'OAUTH without a token endpoint',
      {
        authenticationMethod: 'OAUTH',
        grantType: 'client_credentials',
        clientId: 'x',
        clientSecret: 'y',
      },
      'connector.credentials-missing',
      'tokenEndpoint',
    ),
    wrong(
      'refresh_token without one',
      {
        authenticationMethod: 'OAUTH',
        tokenEndpoint: 'https://as.example.com/token',
        grantType: 'refresh_token',
        clientId: 'x',
      },
      'connector.credentials-missing',
      'refreshToken',
    ),
    wrong(
      'BASIC without a login',
      { authenticationMethod: 'BASIC' },
      'connector.credentials-missing',
      'login',
    ),
    wrong(
      'JWT_TOKEN without a key',
      { authenticationMethod: 'JWT_TOKEN', jwtAlgorithm: 'RS256' },
      'connector.credentials-missing',
      'jwtKey',
    ),
    wrong(
      'a DSA key',
      {
        authenticationMethod: 'JWT_TOKEN',
        jwtPem: '&{pem}',
        jwtAlgorithm: 'RS256',
        keyAlgorithm: 'DSA',
      },
      'connector.key-unsuited',
      'keyAlgorithm',
    ),
    wrong('a proxy without a port', { httpProxyHost: 'proxy' }, 'connector.missing-member', 'httpProxyHost'),
    wrong('a port without a proxy', { httpProxyPort: 8080 }, 'connector.unused-member', 'httpProxyPort'),
    wrong(
      'a header that is none',
      { defaultHeaders: { 'X-A': 'a\r\nX-B: b' } },
      'connector.invalid',
      'defaultHeaders/X-A',
    ),
    wrong(
      'a header of the transport',
      { defaultHeaders: { Host: 'x' } },
      'connector.unused-member',
      'defaultHeaders/Host',
    ),
    wrong(
      'certificates that are not checked',
      { acceptSelfSignedCertificates: true },
      'connector.insecure',
      'acceptSelfSignedCertificates',
    ),
    wrong(
      'host names that are not checked',
      { disableHostNameVerifier: true },
      'connector.insecure',
      'disableHostNameVerifier',
    ),
    wrong(
      'an attribute twice',
      {
        objectTypes: {
          t: {
            schema: [
              { fieldName: 'a', type: 'STRING' },
              { fieldName: 'a', type: 'STRING' },
            ],
          },
        },
      },
      'connector.duplicate-attribute',
      'objectTypes/t/schema/1/fieldName',
    ),
    ['no object', 'text', 'connector.invalid '],
  ])('%s', (_what, document, problem) => {
    expect(told(document)).toContain(problem);
  });

  test('the nearest name is proposed', () => {
    const { problems } = readConnector(properties({ conectionTimeout: 3 }));
    expect(problems[0]).toMatchObject({ severity: 'warning', fix: 'Did you mean connectionTimeout?' });
  });

  test('what the host shows and the connector does not have is warned about', () => {
    const document = {
      ...(properties({
        objectTypes: { __ACCOUNT__: { schema: [{ fieldName: 'mail', type: 'STRING' }] } },
      }) as object),
      objectTypes: {
        account: {
          nativeType: '__ACCOUNT__',
          properties: { email: { nativeName: 'mial' }, name: { nativeName: '__NAME__' } },
        },
        group: { nativeType: '__GROUP__' },
      },
    };
    expect(told(document)).toEqual([
      'connector.unknown-attribute /objectTypes/account/properties/email',
      'connector.unknown-attribute /objectTypes/group/nativeType',
    ]);
  });

  test('a variable that nobody gives is the cause, not what its place then is not', () => {
    expect(told(properties({ maximumConnections: '&{connections}' }))).toEqual([
      `workspace.unknown-variable ${inProperties('maximumConnections')}`,
    ]);
    expect(
      told(properties({ maximumConnections: '&{connections}' }), { variables: { connections: '4' } }),
    ).toEqual([]);
  });

  test('a reference to a secret is none to a variable', () => {
    expect(readConnector(properties({})).connector?.configurationProperties.authToken).toBe('&{token}');
  });
});

describe('versions', () => {
  const host = { frameworkVersion: '1.5.20.36', connectorServers: { near: '1.5.20.30', old: '1.5.20.23' } };
  const withRef = (bundleVersion: string, connectorHostRef: string | null = null) => ({
    ...(properties({}) as object),
    connectorRef: { bundleName: 'b', bundleVersion, connectorName: 'c', connectorHostRef },
  });

  test.each([
    ['[1.5.20.29,1.6.0.0)', true],
    ['1.5.20.36', true],
    ['[1.5.20.0,1.5.20.36)', false],
    ['(1.5.20.36,1.6.0.0)', false],
    ['[1.5.20.0,1.5.20.36]', true],
    ['[1.5,)', true],
    ['1.4.0.0', false],
    ['newest', false],
  ])('%s is taken: %s', (range, isTaken) => {
    expect(readConnector(withRef(range), { host }).connector !== null).toBe(isTaken);
  });

  test('a framework that is too old is refused', () => {
    const old = { ...host, frameworkVersion: '1.5.20.23' };
    expect(told(withRef('[1.5.20.29,1.6.0.0)'), { host: old })).toEqual([
      'connector.version /connectorRef/bundleVersion',
    ]);
  });

  test.each([
    ['near', []],
    ['#LOCAL', []],
    ['old', ['connector.version /connectorRef/connectorHostRef']],
    ['nobody', ['connector.version /connectorRef/connectorHostRef']],
  ])('the connector server %s', (name, problems) => {
    expect(told(withRef('[1.5.20.29,1.6.0.0)', name), { host })).toEqual(problems);
  });
});

describe('what is wrong in one place takes down that place alone', () => {
  const broken = (pointer: string, value: JsonValue) =>
    changed(fixture('nested-profiles'), fromPointer(pointer) ?? [], value);
  const accounts = '/configurationProperties/objectTypes/__ACCOUNT__';

  test.each<readonly [string, JsonValue, readonly string[]]>([
    [`${accounts}/operations/GET/method`, 'FETCH', ['QUERY', 'CREATE', 'UPDATE', 'DELETE']],
    [
      `${accounts}/operations/QUERY/pagination/cookiePagination/type`,
      'x',
      ['GET', 'QUERY', 'CREATE', 'UPDATE', 'DELETE'],
    ],
    ['/configurationProperties/maximumConnections', 'many', ['GET', 'QUERY', 'CREATE', 'UPDATE', 'DELETE']],
  ])('%s', (pointer, value, operations) => {
    const { connector, partial } = readConnector(broken(pointer, value));
    expect(connector).toBeNull();
    const left = partial?.configurationProperties.objectTypes['__ACCOUNT__']?.operations ?? {};
    expect(Object.keys(left)).toEqual(operations);
  });
});

/** Members below which anything may stand, as far as the document itself goes. */
const free = /\/(?:requestBody|jwtClaims|headers|queryParams|defaultHeaders|_notes|\$crypto)(?:\/|$)/;
/** Texts that may say anything. */
const anyText =
  /\/(?:name|scope|clientId|login|userAgent|authorizationTokenPrefix|bundleName|connectorName|quotes|separator|queryParamKey|regularExpression|attrToGetKey|operators\/\w+|path|messageErrorPath|param|code|authToken|password|clientSecret|tokenEndpoint|serviceUri|valuePath|namePath|idPath|fieldName|resourceName|attributeName|attributeValue|bundleVersion|refreshToken|jwt\w+|keyAlgorithm)$/;

describe.each(samples)('each change of one place of %s', (name) => {
  const document = fixture(name);
  const places = pathsOf(document).filter((path) => path.length > 0 && !free.test(toPointer(path)));

  test.each<readonly [string, JsonValue, (path: JsonPath) => boolean]>([
    // Null stands for a member that is absent, and lists of nothing are lists.
    ['a list with a number in it', [7], () => true],
    ['an object with a number in it', { 'x y': 7 }, (path) => !isMap(valueAt(document, path), path)],
    [
      'a text that means nothing',
      '\u0000nothing',
      (path) => !anyText.test(toPointer(path)) && !isMapped(path),
    ],
  ])('to %s is told, near its place, and nothing crashes', (_what, value, isWrong) => {
    for (const path of places) {
      const { problems } = readConnector(changed(document, path, value));
      const here = toPointer(path);
      const near = problems.some(
        ({ pointer, message, fix }) =>
          (pointer.startsWith(here) || here.startsWith(pointer)) && message.length > 0 && fix.length > 0,
      );
      if (isWrong(path)) expect(near, `${here} := ${JSON.stringify(value)}`).toBe(true);
    }
  });

  test('to another name is told', () => {
    for (const path of places) {
      const last = path.at(-1);
      const here = toPointer(path);
      if (typeof last !== 'string' || isMapped(path) || /\/(?:objectTypes|operators)\/[^/]+$/.test(here))
        continue;
      const { problems } = readConnector(renamed(document, path, `${last}Xyz`));
      const parent = toPointer(path.slice(0, -1));
      expect(
        problems.some(({ pointer }) => pointer.startsWith(parent)),
        here,
      ).toBe(true);
    }
  });
});

/** Keys of a mapping are names that people choose. */
function isMapped(path: JsonPath): boolean {
  return /\/(?:responseMapping|requestMapping)\//.test(toPointer(path));
}

function isMap(value: JsonValue | undefined, path: JsonPath): boolean {
  return isMapped(path) && isJsonObject(value);
}

function pathsOf(value: JsonValue, path: JsonPath = []): readonly JsonPath[] {
  const inner = Array.isArray(value)
    ? (value as readonly JsonValue[]).flatMap((item, index) => pathsOf(item, [...path, index]))
    : isJsonObject(value)
      ? Object.entries(value).flatMap(([name, member]) => pathsOf(member, [...path, name]))
      : [];
  return [path, ...inner];
}

function changed(document: JsonValue, path: JsonPath, value: JsonValue): JsonValue {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(document))
    return (document as readonly JsonValue[]).map((item, index) =>
      index === step ? changed(item, rest, value) : item,
    );
  return { ...(document as object), [step]: changed(valueAt(document, [step]) ?? null, rest, value) };
}

function renamed(document: JsonValue, path: JsonPath, name: string): JsonValue {
  const last = path.at(-1);
  const parent = valueAt(document, path.slice(0, -1));
  if (!isJsonObject(parent)) return document;
  const entries = Object.entries(parent).map(([key, value]) => [key === last ? name : key, value]);
  return changed(document, path.slice(0, -1), Object.fromEntries(entries) as JsonValue);
}
