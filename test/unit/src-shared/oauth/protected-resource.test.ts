import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  describedResource,
  isSameResource,
  resourceMetadataUrls,
  scopeUnion,
  serverMetadataUrls,
  tokenChallenge,
} from '#shared/oauth/index.ts';

const parametersOf = (header: string) => Object.fromEntries(tokenChallenge(header)?.parameters ?? []);

describe('the challenge that asks for a token', () => {
  test.each([
    ['Bearer', {}],
    ['Bearer realm="a, b", scope="x y"', { realm: 'a, b', scope: 'x y' }],
    ['Basic realm="old", Bearer error=invalid_token', { error: 'invalid_token' }],
    ['Negotiate YWJj==, Bearer scope="x"', { scope: 'x' }],
    ['bearer Scope = "x" , scope="y"', { scope: 'x' }],
    [String.raw`Bearer error_description="say \"no\""`, { error_description: 'say "no"' }],
    [
      'DPoP algs="ES256", resource_metadata="https://rs.example/m"',
      { algs: 'ES256', resource_metadata: 'https://rs.example/m' },
    ],
    ['Bearer realm="unended', { realm: '' }],
    ['Basic realm="old"', {}],
  ])('%s', (header, expected) => {
    expect(parametersOf(header)).toEqual(expected);
  });

  test('whatever comes is read, and soon', () => {
    fc.assert(fc.property(fc.string(), (header) => void tokenChallenge(header)));
    const beganMillis = performance.now();
    tokenChallenge(`Bearer ${'a '.repeat(100_000)}${'='.repeat(100_000)}`);
    expect(performance.now() - beganMillis).toBeLessThan(200);
  });
});

test('the metadata of a resource lie at its path inserted, then at the root', () => {
  const well = '/.well-known/oauth-protected-resource';
  expect(resourceMetadataUrls('https://rs.example')).toEqual([`https://rs.example${well}`]);
  expect(resourceMetadataUrls('https://rs.example/mcp?v=1#x')).toEqual([
    `https://rs.example${well}/mcp?v=1`,
    `https://rs.example${well}`,
  ]);
});

test('the metadata of a server are looked for where MCP says', () => {
  expect(serverMetadataUrls('https://as.example/')).toEqual([
    'https://as.example/.well-known/oauth-authorization-server',
    'https://as.example/.well-known/openid-configuration',
  ]);
  expect(serverMetadataUrls('https://as.example/t/')).toEqual([
    'https://as.example/.well-known/oauth-authorization-server/t',
    'https://as.example/.well-known/openid-configuration/t',
    'https://as.example/t/.well-known/openid-configuration',
  ]);
});

test('only the root describes a whole origin, and only where no challenge named it', () => {
  const root = 'https://rs.example/.well-known/oauth-protected-resource';
  expect(describedResource('https://rs.example/mcp#x', `${root}/mcp`, false)).toBe('https://rs.example/mcp');
  expect(describedResource('https://rs.example/mcp', root, false)).toBe('https://rs.example');
  expect(describedResource('https://rs.example/mcp', root, true)).toBe('https://rs.example/mcp');
  expect(isSameResource('https://rs.example', 'https://rs.example/')).toBe(true);
  expect(isSameResource('https://rs.example/mcp', 'https://rs.example/mcp/')).toBe(false);
});

test('scopes are asked for together, each once', () => {
  expect(scopeUnion('', 'b a', 'a c')).toBe('b a c');
});
