import { describe, expect, test } from 'vitest';
import {
  mask,
  maskHeaderValue,
  maskMembers,
  redactText,
  secretKindOfHeader,
  secretKindOfName,
  secretsOfType,
} from '#shared/exchange/index.ts';

test.each([
  ['Authorization', 'Basic YW5uOnNlY3JldA==', 'stored', `Basic ${mask}`],
  ['Authorization', 'Ghost eyJhbGciOiJIUzI1NiJ9.e30.c2ln', 'artefact', `Ghost ${mask}`],
  ['Proxy-Authorization', 'Basic Z2F0ZTpzZWNyZXQ=', 'stored', `Basic ${mask}`],
  ['client_secret', 'two words', 'stored', mask],
  ['X-Gatehouse-Password', 'two words', 'stored', mask],
  ['X-Api-Key', 'two words', 'stored', mask],
  ['Api-Key', 'two words', 'stored', mask],
  ['X-Auth-Token', 'two words', 'artefact', mask],
])('%s: %s is a secret, and no part of it is left', (name, value, kind, masked) => {
  expect(secretKindOfHeader(name, value)).toBe(kind);
  expect(maskHeaderValue(name, value)).toBe(masked);
});

test('client_id names a client, and is none', () => {
  expect(secretKindOfHeader('client_id', 'portal')).toBeUndefined();
});

test.each([
  ['userPassword', 'stored'],
  ['api_key', 'stored'],
  ['apiKey', 'stored'],
  ['clientSecret', 'stored'],
  ['registration_access_token', 'artefact'],
  ['code', 'artefact'],
  ['otp', 'artefact'],
  ['value', undefined],
  ['nextPageToken', undefined],
  ['token_endpoint', undefined],
  ['token_type', undefined],
])('a parameter or member %s holds a secret of the kind %s', (name, kind) => {
  expect(secretKindOfName(name)).toBe(kind);
});

test.each(['Access-Control-Allow-Credentials', 'X-RateLimit-Remaining-Tokens', 'Accept'])(
  'the header field %s holds none',
  (name) => expect(secretKindOfHeader(name, 'true')).toBeUndefined(),
);

test('a value is a password where the media type says so', () => {
  const isSecret = (name: string) => secretKindOfName(name) !== undefined;
  const set = secretsOfType('application/vnd.gatehouse.password.set+json', isSecret);
  expect([set('value'), set('forceChange'), set('newPassword')]).toEqual([true, false, true]);
  expect(secretsOfType('application/json', isSecret)('value')).toBe(false);
});

describe('members of JSON', () => {
  const masked = (text: string) => maskMembers(text, (name) => name === 'pin');

  test('are masked to the end of their text, whatever is escaped in it', () => {
    expect(masked(String.raw`{"pin" : "a\"b\\", "name": "pin"}`)).toBe(`{"pin" : "${mask}", "name": "pin"}`);
    expect(masked('{"pin":"","pin":1}')).toBe('{"pin":"","pin":1}');
    expect(masked('{"pin":"cut off')).toBe(`{"pin":"${mask}"`);
  });

  test.each(['x', String.raw`\n`, String.raw`\"`])('of millions of %s are masked too', (text) => {
    const long = `{"pin":"${text.repeat(8_000_000)}","password":"${text.repeat(8_000_000)}"}`;
    expect(masked(long).startsWith(`{"pin":"${mask}","password":`)).toBe(true);
    expect(redactText(long).endsWith(`"password":"${mask}"}`)).toBe(true);
  });
});
