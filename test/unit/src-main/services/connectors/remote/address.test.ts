import { describe, expect, test } from 'vitest';
import {
  endpointAddress,
  readServiceBase,
  serviceAddress,
} from '#main/services/connectors/remote/address.ts';

const target = (serviceUri: string, path: string, query = '') =>
  serviceAddress(readServiceBase(serviceUri), path, query).target;

describe('paths below serviceUri', () => {
  test.each([
    ['https://hr.example', '/users', '', '/users'],
    ['https://hr.example/', 'users', '', '/users'],
    ['https://hr.example/api//', '/users/', 'a=1', '/api/users/?a=1'],
    ['https://hr.example/api?tenant=acme', '/users', 'a=1', '/api/users?tenant=acme&a=1'],
    ['https://hr.example', '', '', '/'],
    ['https://hr.example/api', '', '', '/api'],
    ['https://hr.example', '/users/a%2Fb%3Fc', '', '/users/a%2Fb%3Fc'],
    ['https://hr.example', '/v1.0/..users', '', '/v1.0/..users'],
  ])('%s and %s?%s make %s', (serviceUri, path, query, expected) => {
    expect(target(serviceUri, path, query)).toBe(expected);
  });

  test.each(['/users/..', '/users/../admin', '/users/%2e%2E/x', '/users/.', '..'])(
    '%s would make another resource of it on the way, and is refused',
    (path) => {
      expect(() => target('https://hr.example/api', path)).toThrow(
        expect.objectContaining({ type: 'BAD_REQUEST' }),
      );
    },
  );
});

describe('whole URLs', () => {
  const base = readServiceBase('https://hr.example/api');

  test('of the same server are trusted, whatever the case of their host', () => {
    expect(serviceAddress(base, 'https://HR.example:443/next?cursor=a%2Fb#top', 'limit=2')).toEqual({
      origin: 'https://hr.example',
      target: '/next?cursor=a%2Fb&limit=2',
      isTrusted: true,
    });
  });

  test.each(['https://other.example/users', 'http://hr.example/users', 'https://hr.example:8443/users'])(
    '%s is another server',
    (url) => {
      expect(serviceAddress(base, url, '').isTrusted).toBe(false);
    },
  );
});

test.each([null, '', 'hr.example.com', 'ftp://hr.example', 'https://', 'https://ann:secret@hr.example'])(
  '%j is no serviceUri, and says so without repeating it',
  (serviceUri) => {
    expect(() => readServiceBase(serviceUri)).toThrow(expect.objectContaining({ type: 'CONFIGURATION' }));
    expect(() => readServiceBase(serviceUri)).not.toThrow(/secret/);
  },
);

test('a token endpoint keeps its query', () => {
  expect(endpointAddress('tokenEndpoint', 'https://as.example/token?realm=hr')).toEqual({
    origin: 'https://as.example',
    target: '/token?realm=hr',
    isTrusted: true,
  });
});
