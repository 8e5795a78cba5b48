import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHostMatcher } from '#main/services/contract/pure/index.ts';
import { property } from '#test/support/property.ts';

const hosts = createHostMatcher({
  platform: ['http://127.0.0.1:9034/v1', 'https://api.platform.example/v1', 'https://eu.platform.example'],
  authorization: ['https://auth.platform.example/{environmentId}/as/token', 'http://127.0.0.1:9031'],
});

describe('whose server a URL leads to', () => {
  test.each([
    ['https://api.platform.example/v1/environments/e/users', 'platform', 'environments/e/users'],
    ['https://api.platform.example/environments/e/users?x=1#y', 'platform', 'environments/e/users'],
    ['https://API.platform.example:443/v1/environments', 'platform', 'environments'],
    ['https://eu.platform.example/v1/environments/', 'platform', 'environments'],
    ['http://localhost:9034/v1/a%20b', 'platform', 'a b'],
    ['http://[::1]:9034/v1/a', 'platform', 'a'],
    ['http://user:word@127.0.0.1:9034/v1/a', 'platform', 'a'],
    ['http://127.0.0.1:9031/as/token.oauth2', 'authorization', 'as/token.oauth2'],
    ['https://auth.platform.example/e-1/as/token', 'authorization', 'e-1/as/token'],
    ['{{baseUrl}}/environments/{{env}}/users', 'relative', 'environments/{{env}}/users'],
    ['${BASE}/v1/environments/${env}', 'relative', 'environments/${env}'],
    ['$BASE/environments/$ENV/activities', 'relative', 'environments/$ENV/activities'],
    ['https://{{host}}/v1/environments/e', 'relative', 'environments/e'],
    ['&{services.other}/v1/environments', 'relative', 'environments'],
    ['/v1/environments/e', 'relative', 'environments/e'],
    ['environments/e', 'relative', 'environments/e'],
    ['https://api.platform.example.evil.example/v1/environments/e', 'other', ''],
    ['https://evil.example/api.platform.example/v1/environments/e', 'other', ''],
    ['https://api.platform.example@evil.example/v1/environments', 'other', ''],
    ['http://api.platform.example/v1/environments', 'other', ''],
    ['http://127.0.0.1:9035/v1/environments', 'other', ''],
    ['https://api.platform.example:8443/v1/environments', 'other', ''],
  ])('%s', (url, host, path) => {
    const place = hosts.read(url);
    expect([place.host, place.segments.join('/')]).toEqual([host, path]);
  });

  test('is told by the longest of several bases on one server, and by no other URL in its path', () => {
    const several = createHostMatcher({
      platform: ['http://127.0.0.1:1/a', 'http://127.0.0.1:1/a/b/v1', 'http://127.0.0.1:1'],
      authorization: [],
    });
    const pathOf = (url: string) => several.read(url).segments.join('/');
    expect(pathOf('http://127.0.0.1:1/a/b/v1/environments/e')).toBe('environments/e');
    expect(pathOf('http://127.0.0.1:1/a/environments/e')).toBe('environments/e');
    expect(pathOf('http://127.0.0.1:1/environments/e')).toBe('environments/e');
    const inPath = several.read('/environments/e/things/https://evil.example');
    expect([inPath.host, inPath.segments.at(-1)]).toEqual(['relative', 'evil.example']);
  });

  property([fc.string({ unit: 'binary', maxLength: 60 })])('is told of any text without failing', (text) => {
    expect(() => hosts.read(text)).not.toThrow();
    expect(() => hosts.read(`https://${text}`)).not.toThrow();
  });
});
