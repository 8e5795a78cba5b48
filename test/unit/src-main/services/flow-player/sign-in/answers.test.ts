import { expect, test } from 'vitest';
import { isAnswerTo } from '#main/services/flow-player/sign-in/answers.ts';

const course = {
  redirectUris: ['https://client.example/cb', 'com.example.app:/cb'],
  visited: new Set(['https://as.example']),
};
const at = new URL('https://as.example/authorize');

test.each([
  ['the redirect URI', 'https://client.example/cb?code=1&state=2'],
  ['the redirect URI, with a refusal', 'https://client.example/cb?error=access_denied'],
  ['a scheme of an application', 'com.example.app:/cb?code=1'],
  ['any scheme that no browser asks a server for', 'javascript:alert(1)'],
  ['what is no address', 'https://'],
  ['another path of the client', 'https://client.example/evil'],
  ['a code elsewhere', 'https://evil.example/x?code=1&state=2'],
  ['a code in a fragment elsewhere', '//evil.example/x#code=1'],
  ['a token elsewhere', 'https://evil.example/#access_token=1'],
  ['an error elsewhere', 'https://evil.example/x?error=invalid_request'],
  ['a JWT response elsewhere', 'https://evil.example/x?response=eyJ'],
])('%s is the end of a walk', (_, location) => {
  expect(isAnswerTo(location, at, course)).toBe(true);
});

test.each([
  ['a page of the same server', '/consent'],
  ['a page of the same server, with a code of its own', '/broker/callback?code=1&state=2'],
  [
    'an authorization request to a further provider',
    'https://idp.example/authorize?client_id=1&response_type=code&state=2',
  ],
  ['a SAML request to a further provider', 'https://idp.example/sso?SAMLRequest=x&RelayState=y'],
  ['a page elsewhere', 'https://login.example/start?session=1'],
])('%s is not', (_, location) => {
  expect(isAnswerTo(location, at, course)).toBe(false);
});

test('a form that is posted elsewhere is an answer by its fields', () => {
  expect(isAnswerTo('https://evil.example/x', at, course, ['SAMLResponse', 'RelayState'])).toBe(true);
  expect(isAnswerTo('https://idp.example/sso', at, course, ['SAMLRequest', 'RelayState'])).toBe(false);
});
