import { expect, test } from 'vitest';
import { isSameUri, normalisedUri } from '#main/platform/dpop/request-uri.ts';

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
