import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  callbackChecks,
  type IdTokenSeen,
  idTokenChecks,
  makeChecks,
  metadataChecks,
  refreshedIdTokenChecks,
  tokenResponseChecks,
  userinfoChecks,
} from '#main/services/flows/pure/client-checks/index.ts';

const now = 1_800_000_000;
const half = (text: string) =>
  createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url');

const claims = {
  iss: 'https://as.invalid',
  sub: 'ann',
  aud: 'portal',
  exp: now + 300,
  iat: now,
  auth_time: now - 10,
  nonce: 'n-1',
  at_hash: half('access'),
  c_hash: half('code'),
};

const right: IdTokenSeen = {
  header: { alg: 'RS256', kid: 'one' },
  claims,
  signature: 'right',
  algorithms: ['RS256'],
  issuer: 'https://as.invalid',
  clientId: 'portal',
  nonce: 'n-1',
  nowSeconds: now,
  maxAgeSeconds: 60,
  isFront: true,
  accessToken: 'access',
  code: 'code',
  halfHash: half,
  earlier: null,
};

const without = (name: keyof typeof claims) => {
  const { [name]: _gone, ...rest } = claims;
  return rest;
};
const withClaims = (more: Readonly<Record<string, unknown>>) => ({ claims: { ...claims, ...more } });
const failing = (seen: Partial<IdTokenSeen>) =>
  makeChecks([...idTokenChecks, ...refreshedIdTokenChecks], { ...right, ...seen })
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ id, sentence }) => `${id}: ${sentence}`);
const outcomeOf = (seen: Partial<IdTokenSeen>, id: string) =>
  makeChecks(idTokenChecks, { ...right, ...seen }).find((one) => one.id === id)?.outcome;

describe('an ID token', () => {
  test('that is right passes each check, and the clock may differ by 30 s', () => {
    expect(makeChecks(idTokenChecks, right).map(({ outcome }) => outcome)).toEqual(Array(10).fill('passed'));
    expect(failing(withClaims({ exp: now - 29, iat: now + 30 }))).toEqual([]);
  });

  test.each<[string, Partial<IdTokenSeen>]>([
    ['algorithm: Its alg is “none”, but the client is registered for RS256.', { header: { alg: 'none' } }],
    ['algorithm: Its alg is “HS256”, but the client is registered for RS256.', { header: { alg: 'HS256' } }],
    [
      'algorithm: Its alg is “HS256”, but the client is registered for an algorithm with a public key.',
      { header: { alg: 'HS256' }, algorithms: null },
    ],
    ['signature: No key of the server verifies the signature.', { signature: 'wrong' }],
    ['signature: The signature cannot be verified: the server has no matching key.', { signature: 'no-key' }],
    [
      'signature: The signature cannot be verified: the keys of the server cannot be read.',
      { signature: 'unreadable' },
    ],
    [
      'issuer: Its iss “https://evil.invalid” is not the issuer of the server.',
      withClaims({ iss: 'https://evil.invalid' }),
    ],
    ['audience: Its aud “["other"]” does not contain the client.', withClaims({ aud: ['other'] })],
    ['nonce: Its nonce does not match the request.', withClaims({ nonce: 'n-2' })],
    ['nonce: The ID token has no nonce, but the request had one.', { claims: without('nonce') }],
    ['expiry: It expired 30 s ago.', withClaims({ exp: now - 30 })],
    ['expiry: exp is missing or not a number.', { claims: without('exp') }],
    ['issued-at: Its iat is 31 s in the future.', withClaims({ iat: now + 31 })],
    ['issued-at: iat is missing or not a number.', withClaims({ iat: 'today' })],
    ['auth-time: auth_time is missing, but max_age was sent.', { claims: without('auth_time') }],
    ['auth-time: The sign-in was 91 s ago, but max_age is 60 s.', withClaims({ auth_time: now - 91 })],
    ['access-token-hash: The hash in at_hash does not match.', withClaims({ at_hash: half('x') })],
    ['access-token-hash: The required claim at_hash is missing.', { claims: without('at_hash') }],
    ['code-hash: The hash in c_hash does not match.', withClaims({ c_hash: half('x') })],
    ['code-hash: The required claim c_hash is missing.', { claims: without('c_hash') }],
  ])('that is wrong in one thing is refused for it: %s', (sentence, seen) => {
    expect(failing(seen)).toEqual([sentence]);
  });

  test('from the token endpoint needs no hashes', () => {
    const { at_hash: _one, c_hash: _two, ...rest } = claims;
    expect(failing({ isFront: false, claims: rest })).toEqual([]);
  });

  test('of another azp, or with a nonce that nobody sent, gets a remark and is taken', () => {
    expect([
      failing(withClaims({ azp: 'other' })),
      outcomeOf(withClaims({ azp: 'other' }), 'authorized-party'),
    ]).toEqual([[], 'remark']);
    expect(outcomeOf({ nonce: null }, 'nonce')).toBe('remark');
  });

  test('whose server names no place for keys is not checked', () => {
    expect(outcomeOf({ signature: 'no-endpoint' }, 'signature')).toBe('not-checked');
  });

  test.each(['iss', 'sub', 'aud', 'auth_time', 'nonce'] as const)(
    'that renews another keeps its %s',
    (name) => {
      expect(failing({ earlier: claims })).toEqual([]);
      expect(failing({ earlier: { ...claims, [name]: 'other' } })).toHaveLength(1);
    },
  );

  test('that renews another may leave out nonce and auth_time, and write its audience as a list', () => {
    const { nonce: _one, auth_time: _two, ...rest } = claims;
    expect(failing({ earlier: claims, claims: { ...rest, aud: ['portal'] } })).toEqual([]);
  });
});

const callback = {
  parameters: new Map([
    ['state', 's-1'],
    ['iss', 'https://as.invalid'],
  ]),
  state: 's-1',
  isStateSent: true,
  issuer: 'https://as.invalid',
  isIssuerNamed: true,
  wantedMode: 'query',
  mode: 'query',
  signed: null,
  isSignatureWanted: false,
};

const signed = {
  header: { alg: 'RS256' },
  claims: { iss: 'https://as.invalid', aud: 'portal', exp: 1_000 },
  signature: 'right' as IdTokenSeen['signature'],
  clientId: 'portal',
  nowSeconds: 999,
  issuerBeside: undefined,
};

describe('the other answers', () => {
  const ofCallback = (more: Partial<Parameters<(typeof callbackChecks)[number]['run']>[0]>) =>
    makeChecks(callbackChecks, { ...callback, ...more }).map(({ outcome }) => outcome);

  test('an ID token in the response stands for the issuer that the metadata promise', () => {
    const bare = new Map([['state', 's-1']]);
    const issuerOf = (parameters: Map<string, string>) => ofCallback({ parameters, isIssuerNamed: true })[1];
    expect(issuerOf(bare)).toBe('failed');
    expect(issuerOf(new Map([...bare, ['id_token', 'a.b.c']]))).toBe('not-checked');
  });

  test('a signed response is verified, and one that was asked for cannot be left out', () => {
    const ofSigned = (more: object) => ofCallback({ signed: { ...signed, ...more } }).slice(0, 3);
    expect(ofCallback({ isSignatureWanted: true })[0]).toBe('failed');
    expect(ofSigned({})).toEqual(['passed', 'passed', 'passed']);
    expect(ofSigned({ header: { alg: 'none' } })).toEqual(['failed', 'passed', 'passed']);
    expect(ofSigned({ signature: 'wrong' })).toEqual(['failed', 'passed', 'passed']);
    expect(ofSigned({ issuerBeside: 'https://evil.invalid' })).toEqual(['failed', 'passed', 'passed']);
    expect(ofSigned({ clientId: 'other' })).toEqual(['passed', 'failed', 'passed']);
    expect(ofSigned({ nowSeconds: 1_000 })).toEqual(['passed', 'passed', 'failed']);
  });

  test('an authorization response has the state, the issuer and the mode of the request', () => {
    expect(ofCallback({})).toEqual(['passed', 'passed', 'passed']);
    expect(ofCallback({ state: 's-2' })).toEqual(['failed', 'passed', 'passed']);
    expect(ofCallback({ issuer: 'https://other.invalid' })).toEqual(['passed', 'failed', 'passed']);
    expect(ofCallback({ mode: 'fragment' })).toEqual(['passed', 'passed', 'failed']);
    expect(ofCallback({ parameters: new Map([['state', 's-1']]) })).toEqual(['passed', 'failed', 'passed']);
    expect(ofCallback({ parameters: new Map([['state', 's-1']]), isIssuerNamed: false })).toEqual([
      'passed',
      'not-checked',
      'passed',
    ]);
  });

  test.each([
    [{ token_type: 'bearer' }, false, 'passed'],
    [{ token_type: 'DPoP' }, true, 'passed'],
    [{ token_type: 'DPoP' }, false, 'failed'],
    [{ token_type: 'Bearer' }, true, 'failed'],
    [{ token_type: 'mac' }, false, 'failed'],
    [{}, false, 'failed'],
  ])('a token response of %o, bound %s: %s', (answer, isBound, outcome) => {
    expect(makeChecks(tokenResponseChecks, { answer, isBound })).toMatchObject([{ outcome }]);
  });

  test.each([
    [{ sub: 'ann' }, 'ann', 'passed'],
    [{ sub: 'bob' }, 'ann', 'failed'],
    [{}, 'ann', 'failed'],
    [{ sub: 'ann' }, null, 'not-checked'],
    [null, 'ann', 'not-checked'],
  ])('a userinfo response of %o for %s: %s', (found, subject, outcome) => {
    expect(makeChecks(userinfoChecks, { claims: found, subject })).toMatchObject([{ outcome }]);
  });

  test.each([
    [{ issuer: 'https://as.invalid' }, 'passed'],
    [{ issuer: 'https://as.invalid/' }, 'failed'],
    [null, 'not-checked'],
  ])('metadata %o: %s', (metadata, outcome) => {
    expect(makeChecks(metadataChecks, { issuer: 'https://as.invalid', metadata })).toMatchObject([
      { outcome },
    ]);
  });
});
