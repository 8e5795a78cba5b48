import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  codeChallenge,
  formatScope,
  type GrantId,
  grantOfType,
  grants,
  isCodeChallenge,
  isCodeVerifier,
  isRedirectUri,
  isSameRedirectUri,
  isScopeSubset,
  oauthErrorCodes,
  parsePkceMethod,
  parseScope,
  scopesOutside,
  validateBearerGrantType,
  withQuery,
} from '#shared/oauth/index.ts';
import { property } from '#test/support/property.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

describe('PKCE', () => {
  test('the example of RFC 7636, Appendix B', () => {
    expect(codeChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', 'S256', sha256)).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
  });

  test('every challenge has the form of its method, and is that of another implementation', () => {
    const verifiers = fc.stringMatching(/^[A-Za-z0-9\-._~]{43,128}$/);
    fc.assert(
      fc.property(verifiers, (verifier) => {
        expect(isCodeVerifier(verifier)).toBe(true);
        const challenge = codeChallenge(verifier, 'S256', sha256);
        expect(challenge).toBe(createHash('sha256').update(verifier).digest('base64url'));
        expect(isCodeChallenge(challenge, 'S256')).toBe(true);
        expect(codeChallenge(verifier, 'plain', sha256)).toBe(verifier);
        expect(isCodeChallenge(verifier, 'plain')).toBe(true);
      }),
    );
  });

  test('no method means plain, an unknown one is refused', () => {
    expect(parsePkceMethod(undefined)).toBe('plain');
    expect(parsePkceMethod('s256')).toBeNull();
    expect(isCodeVerifier('a'.repeat(42))).toBe(false);
    expect(isCodeVerifier(`${'a'.repeat(43)}\n`)).toBe(false);
    expect(isCodeChallenge('a'.repeat(44), 'S256')).toBe(false);
  });
});

describe('scope', () => {
  const scopes = fc.uniqueArray(fc.stringMatching(/^[!#-[\]-~]{1,8}$/), { maxLength: 8 });

  property([scopes, scopes])(
    'any selection of a scope lies within it, and nothing else does',
    (one, other) => {
      expect(parseScope(formatScope(one))).toEqual(one);
      expect(isScopeSubset(fc.sample(fc.subarray(one), 1)[0] ?? [], one)).toBe(true);
      expect(isScopeSubset(other, one)).toBe(new Set([...one, ...other]).size === one.length);
      expect(isScopeSubset(other, one)).toBe(scopesOutside(other, one).length === 0);
    },
  );

  test('malformed ones are refused, repeated tokens count once', () => {
    for (const text of [' a', 'a ', 'a  b', 'a"b', 'a\\b', 'ä', 'a\tb']) expect(parseScope(text)).toBeNull();
    expect(parseScope('b a b')).toEqual(['b', 'a']);
    expect(parseScope('')).toEqual([]);
  });
});

describe('redirect URIs', () => {
  const registered = 'http://127.0.0.1:9035/cb';

  test('the port of a loopback literal may vary for a native client, nothing else', () => {
    expect(isSameRedirectUri(registered, 'http://127.0.0.1:1/cb', true)).toBe(true);
    expect(isSameRedirectUri('http://[::1]/cb?x=1', 'http://[::1]:50000/cb?x=1', true)).toBe(true);
    expect(isSameRedirectUri(registered, 'http://127.0.0.1:1/cb', false)).toBe(false);
    for (const given of [
      'http://127.0.0.1:9035/cb/',
      'http://127.0.0.1:9035/cb?x',
      'http://localhost:9035/cb',
      'http://[::1]:9035/cb',
      'https://127.0.0.1:9035/cb',
      'http://127.0.0.1:70000/cb',
      'http://127.0.0.1:80@evil.example/cb',
      'http://127.0.0.1.evil.example/cb',
      'HTTP://127.0.0.1:9035/cb',
    ]) {
      expect(isSameRedirectUri(registered, given, true)).toBe(false);
    }
    expect(isSameRedirectUri('http://localhost:1/cb', 'http://localhost:2/cb', true)).toBe(false);
  });

  test('are absolute, of printable ASCII, and without fragment', () => {
    for (const good of [registered, 'com.example.app:/cb', 'https://a.example/?x=1'])
      expect(isRedirectUri(good)).toBe(true);
    for (const bad of [
      '/cb',
      'http:',
      `${registered}#f`,
      `${registered}\r\nx`,
      'http://ä.example/',
      'a b:/c',
    ]) {
      expect(isRedirectUri(bad)).toBe(false);
    }
  });

  test('keep the query they have', () => {
    expect(withQuery('com.example.app:/cb', 'code=1')).toBe('com.example.app:/cb?code=1');
    expect(withQuery('http://a/?x=1', 'code=1')).toBe('http://a/?x=1&code=1');
    expect(withQuery('http://a/?', 'code=1')).toBe('http://a/?code=1');
    expect(withQuery('http://a/?x=1&', 'code=1')).toBe('http://a/?x=1&code=1');
  });
});

describe('tables', () => {
  test('the capability table', () => {
    const rows = [
      'browserInteraction',
      'externalIdentityProvider',
      'requiresClientAuthentication',
      'clientKnowsCredentials',
      'refreshTokenAllowed',
      'userContext',
    ] as const;
    const read = (id: GrantId) => rows.map((row) => grants[id].capabilities?.[row].has);
    expect(read('authorization_code')).toEqual(['yes', 'yes', 'no', 'no', 'yes', 'yes']);
    expect(read('implicit')).toEqual(['yes', 'yes', 'no', 'no', 'no', 'yes']);
    expect(read('client_credentials')).toEqual(['no', 'no', 'yes', 'no', 'no', 'no']);
    expect(read('password')).toEqual(['no', 'no', 'no', 'yes', 'yes', 'yes']);
    expect(read('saml2_bearer')).toEqual(['no', 'conditional', 'no', 'no', 'no', 'conditional']);
    expect(read('jwt_bearer')).toEqual(read('saml2_bearer'));
  });

  test('what has a condition says which', () => {
    for (const { capabilities } of Object.values(grants)) {
      for (const capability of Object.values(capabilities ?? {})) {
        if (capability.has === 'conditional') expect(capability.remark).toMatch(/\.$/);
      }
    }
  });

  test('a grant type leads to its grant, and that of another vendor to none', () => {
    expect(grantOfType('password', 'example.com')).toBe('password');
    expect(grantOfType(validateBearerGrantType('example.com'), 'example.com')).toBe('validate_bearer');
    expect(grantOfType(validateBearerGrantType('example.org'), 'example.com')).toBeUndefined();
    expect(validateBearerGrantType('example.com')).toBe('urn:example.com:oauth2:grant_type:validate_bearer');
  });

  test('only who did not prove themselves get 401', () => {
    const unauthorized = Object.entries(oauthErrorCodes).filter(([, { status }]) => status === 401);
    expect(unauthorized.map(([code]) => code)).toEqual(['invalid_client', 'invalid_token']);
  });
});
