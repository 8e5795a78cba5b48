import { describe, expect, test } from 'vitest';
import type { FixtureRequest } from '#test/support/contract.ts';
import { messages, parts } from './found.ts';

const server = 'https://auth.platform.example/e1/as';
const asks = (redirectUri: string | null, more: Readonly<Record<string, string>> = {}): FixtureRequest => ({
  url: `${server}/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: 'c1',
    ...(redirectUri === null ? {} : { redirect_uri: redirectUri }),
    ...more,
  }).toString()}`,
});
const exchanges = (more: Readonly<Record<string, string>>, headers = {}): FixtureRequest => ({
  method: 'POST',
  url: `${server}/token`,
  headers,
  form: { grant_type: 'authorization_code', code: 'x', ...more },
});

describe('a client that takes its answer by an app asks for a code', () => {
  test.each([
    'com.example.app:/callback',
    'COM.EXAMPLE.APP:/callback',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:8080/callback',
    'http://127.0.0.1',
    'http://[::1]:8080/callback',
    'HTTP://127.0.0.1/callback',
  ])('and is warned without a code_challenge: %s', (redirectUri) => {
    expect(messages('CC-028', [asks(redirectUri)])).toEqual([
      'A public client requests a code without a code_challenge.',
    ]);
    expect(messages('CC-028', [asks(redirectUri, { code_challenge: 'x' })])).toEqual([]);
  });

  test.each([
    'https://app.example/callback',
    'HTTPS://app.example/callback',
    'http://app.example/callback',
    'http://127.0.0.1.example/callback',
    'http://app.example/callback?then=http://127.0.0.1/',
    '//localhost:8080/callback',
    '/callback',
    null,
  ])('this is no such address: %s', (redirectUri) => {
    expect(messages('CC-028', [asks(redirectUri)])).toEqual([]);
  });

  test('a client that is said to be public is one, whatever its address', () => {
    const publicClient = { ...asks('https://app.example/callback'), client: { isPublic: true } };
    expect(parts('CC-028', [publicClient])).toEqual([{ part: 'path' }]);
    expect(messages('CC-028', [{ ...publicClient, client: { isPublic: false } }])).toEqual([]);
  });

  test.each(['request', 'request_uri'])('nothing is known of what stands in a %s', (name) => {
    expect(messages('CC-028', [asks('com.example.app:/callback', { [name]: 'x' })])).toEqual([]);
  });
});

describe('a code that is exchanged', () => {
  test('with neither authentication nor code_verifier', () => {
    expect(messages('CC-028', [exchanges({ client_id: 'c1' })])).toEqual([
      'A code is exchanged without client authentication and without code_verifier.',
    ]);
    expect(parts('CC-028', [exchanges({ client_id: 'c1' })])).toEqual([{ part: 'form', name: 'code' }]);
  });

  test.each(['client_secret', 'client_assertion', 'code_verifier'])('with a %s', (name) => {
    expect(messages('CC-028', [exchanges({ client_id: 'c1', [name]: 'x' })])).toEqual([]);
  });

  test('with authentication in a header', () => {
    expect(messages('CC-028', [exchanges({ client_id: 'c1' }, { Authorization: 'Basic eA==' })])).toEqual([]);
  });

  test('without the name of the client, whose authentication was left out then', () => {
    expect(messages('CC-028', [exchanges({})])).toEqual([]);
  });

  test('is not a refresh token', () => {
    expect(messages('CC-028', [exchanges({ client_id: 'c1', grant_type: 'refresh_token' })])).toEqual([]);
  });
});
