import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createProofKeys } from '#main/platform/dpop/proof-key.ts';

/** The key of RFC 7638 §3.1, with the thumbprint that the document gives. */
const documented = {
  kty: 'RSA',
  n: '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw',
  e: 'AQAB',
  alg: 'RS256',
  kid: '2011-04-29',
};

test('a key has the thumbprint of RFC 7638 §3.1, whatever else is said of it', () => {
  expect(createProofKeys().read(documented)).toMatchObject({
    thumbprint: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
  });
});

test('a key is read once, and one of the last thousand is still known', () => {
  const keys = createProofKeys();
  const jwkOf = () => ({ ...generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }) });
  const first = jwkOf();
  const known = keys.read(first);
  expect(keys.read({ ...first })).toEqual(known);
  const identity = (jwk: object) => {
    const read = keys.read(jwk);
    return 'key' in read ? read.key : null;
  };
  const before = identity(first);
  for (let number = 0; number < 999; number += 1) keys.read(jwkOf());
  expect(identity(first)).toBe(before);
  keys.read(jwkOf());
  expect(identity(first)).not.toBe(before);
});

test.each<readonly [string, unknown]>([
  ['nothing', undefined],
  ['a text', 'key'],
  ['a secret', { kty: 'oct', k: 'AA' }],
  ['an unknown type', { kty: 'constructor' }],
  ['no coordinates', { kty: 'EC', crv: 'P-256' }],
  ['an unknown curve', { kty: 'OKP', crv: 'Ed448', x: 'A'.repeat(76) }],
])('%s is no key', (_, jwk) => {
  expect(createProofKeys().read(jwk)).toHaveProperty('fault');
});
