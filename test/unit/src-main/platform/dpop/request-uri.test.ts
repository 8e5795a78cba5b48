import { expect, test } from 'vitest';
import { addressesOf, isSameUri, normalisedUri } from '#main/platform/dpop/request-uri.ts';

const address = 'https://as.example/as/token.oauth2';

test.each([
  address,
  'HTTPS://AS.example/as/token.oauth2',
  'https://as.example:443/as/token.oauth2',
  'https://as.example/as/token.oauth2?code=1#top',
  'https://as.example/as/%74oken%2eoauth2',
  'https://as.example/x/../as/./token.oauth2',
])('%s is the same address', (htu) => {
  expect(isSameUri(htu, ['https://else.example/', address])).toBe(true);
});

test.each([
  'http://as.example/as/token.oauth2',
  'https://as.example:8443/as/token.oauth2',
  'https://as.example./as/token.oauth2',
  'https://as.example/as/Token.oauth2',
  'https://as.example/as/token.oauth2/',
  'https://as.example/as%2Ftoken.oauth2',
  'https://as.example/as\\token.oauth2',
  ' https://as.example/as/token.oauth2',
  'https://ann@as.example/as/token.oauth2',
  'https://as.example/',
  '/as/token.oauth2',
  'urn:as:token',
  '',
])('%j is another one, or none', (htu) => {
  expect(isSameUri(htu, [address])).toBe(false);
});

test('no path is the root, and encodings are in capitals', () => {
  expect(normalisedUri('http://as.example')).toBe('http://as.example/');
  expect(normalisedUri('http://as.example/%c3%a9')).toBe('http://as.example/%C3%A9');
});

test.each([
  ['http://127.0.0.1:9031/a?b', 'localhost:9031', 'http://localhost:9031/a?b'],
  ['http://127.0.0.1:9031/a', 'localhost:1', 'http://localhost:9031/a'],
  ['https://as.example/a', 'other.example', 'https://other.example/a'],
  ['http://[::1]:9031/a', '127.0.0.1', 'http://127.0.0.1:9031/a'],
  ['http://127.0.0.1:9031/a', '[::1]:9031', 'http://[::1]:9031/a'],
])('a request to %s under the name %s may have been sent to %s', (told, host, other) => {
  expect(addressesOf(told, host)).toEqual([told, other]);
});

test('a request without a name was sent to the address that clients know', () => {
  expect(addressesOf(address, undefined)).toEqual([address]);
});
