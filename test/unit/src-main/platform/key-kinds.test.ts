import { generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { privateKeyOf, publicKeyOf, type UnsupportedKey, unsupportedKind } from '#main/platform/key-kinds.ts';
import { readSigningKey } from '#main/services/connectors/authentication/signing-key.ts';
import { readKeys, readPrivateKey } from '#main/services/tokens/jwt/keys.ts';
import type { ConnectorProperties } from '#shared/connectors/index.ts';

interface Pair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const unsupported: readonly (readonly [UnsupportedKey, Pair])[] = [
  ['Ed448', generateKeyPairSync('ed448')],
  ['X448', generateKeyPairSync('x448')],
  ['secp256k1', generateKeyPairSync('ec', { namedCurve: 'secp256k1' })],
  ['DSA', generateKeyPairSync('dsa', { modulusLength: 2_048, divisorLength: 256 })],
];
const supported: readonly (readonly [string, Pair])[] = [
  ['RSA', generateKeyPairSync('rsa', { modulusLength: 2_048 })],
  ['P-256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
  ['P-521', generateKeyPairSync('ec', { namedCurve: 'P-521' })],
  ['Ed25519', generateKeyPairSync('ed25519')],
];

const pem = (key: KeyObject) =>
  key.export({ format: 'pem', type: key.type === 'private' ? 'pkcs8' : 'spki' }).toString();
const jwk = (key: KeyObject): JsonWebKey => key.export({ format: 'jwk' });
const hasJwk = (kind: string) => kind !== 'DSA';
/** As openssl wrote them before PKCS#8. */
const oldPem = supported
  .find(([name]) => name === 'RSA')?.[1]
  .privateKey.export({ format: 'pem', type: 'pkcs1', cipher: 'aes-256-cbc', passphrase: 'secret' })
  .toString();
const problem = (kind: string) => ({ code: 'key.unsupported', message: expect.stringContaining(kind) });

describe('a key of a kind that only one of the TLS libraries carries', () => {
  test.each(unsupported)('is told by its identifiers: %s', (kind, { publicKey, privateKey }) => {
    expect(unsupportedKind(pem(publicKey))).toBe(kind);
    expect(unsupportedKind(pem(privateKey))).toBe(kind);
    expect(unsupportedKind(privateKey.export({ format: 'der', type: 'pkcs8' }))).toBe(kind);
    if (hasJwk(kind)) expect(unsupportedKind(jwk(publicKey))).toBe(kind);
  });

  test('is told in the older forms too', () => {
    const pair = (kind: UnsupportedKey) => unsupported.find(([name]) => name === kind)?.[1].privateKey;
    const sec1 = pair('secp256k1')?.export({ format: 'pem', type: 'sec1' }).toString() ?? '';
    expect(unsupportedKind(sec1)).toBe('secp256k1');
    expect(unsupportedKind('-----BEGIN DSA PRIVATE KEY-----\nAAAA\n-----END DSA PRIVATE KEY-----\n')).toBe(
      'DSA',
    );
    expect(unsupportedKind(oldPem ?? '')).toBe('encrypted PEM of the old kind');
  });

  test.each(unsupported)('is the same named problem wherever one is read: %s', (kind, pair) => {
    const { publicKey, privateKey } = pair;
    expect(() => privateKeyOf(pem(privateKey))).toThrow(expect.objectContaining(problem(kind)));
    expect(() => publicKeyOf(pem(publicKey))).toThrow(expect.objectContaining(problem(kind)));
    expect(() => readPrivateKey(pem(privateKey))).toThrow(expect.objectContaining(problem(kind)));
    expect(() => readKeys(pem(publicKey), 'The text')).toThrow(expect.objectContaining(problem(kind)));
    if (hasJwk(kind))
      expect(() => readKeys(JSON.stringify({ keys: [jwk(publicKey)] }), 'The set')).toThrow(
        expect.objectContaining(problem(kind)),
      );
    const jwtPem = (name: string) => (name === 'jwtPem' ? pem(privateKey) : null);
    const properties = { jwtAlgorithm: null, keyAlgorithm: null } as unknown as ConnectorProperties;
    expect(() => readSigningKey(properties, jwtPem)).toThrow(
      expect.objectContaining({
        code: 'connector.configuration',
        message: expect.stringContaining(kind),
      }),
    );
  });

  test('is passed over in a set that has another', () => {
    const keys = [...unsupported, ...supported].flatMap(([kind, { publicKey }]) =>
      hasJwk(kind) ? [jwk(publicKey)] : [],
    );
    expect(readKeys(JSON.stringify({ keys }), 'The set')).toHaveLength(supported.length);
  });

  test('is told of PEM that is encrypted in the old way, and how to mend it', () => {
    const found = expect.objectContaining({
      code: 'key.unsupported',
      message: 'The key is encrypted in the legacy PEM format.',
      fix: expect.stringContaining('openssl pkey'),
    });
    expect(() => readPrivateKey(oldPem ?? '')).toThrow(found);
    expect(() => readKeys(oldPem ?? '', 'The text')).toThrow(found);
  });
});

describe('every other key', () => {
  test.each(supported)('is read as before: %s', (_name, { publicKey, privateKey }) => {
    expect(privateKeyOf(pem(privateKey)).equals(privateKey)).toBe(true);
    expect(privateKeyOf(jwk(privateKey)).equals(privateKey)).toBe(true);
    expect(privateKeyOf(privateKey.export({ format: 'der', type: 'pkcs8' })).equals(privateKey)).toBe(true);
    expect(publicKeyOf(pem(publicKey)).equals(publicKey)).toBe(true);
    expect(publicKeyOf(jwk(publicKey)).equals(publicKey)).toBe(true);
  });

  test.each(['', '{}', '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----', 'AAAA'])(
    'that is none stays with the library: %j',
    (text) => {
      expect(unsupportedKind(text)).toBeNull();
      expect(unsupportedKind(Buffer.from(text))).toBeNull();
    },
  );
});

test('keys of others are read at one place', () => {
  const sources = fileURLToPath(new URL('../../../../src-main', import.meta.url));
  const reading = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        file.endsWith('.ts') &&
        /create(?:Private|Public)Key\(/.test(readFileSync(join(sources, file), 'utf8')),
    )
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();
  expect(reading).toEqual([
    // Keys that the server made, and public halves of keys that were read already.
    'platform/key-kinds.ts',
    'services/authorization-server/keys/signing-keys.ts',
    'services/authorization-server/weaknesses/public-key-as-secret.ts',
    // An RSA key as the reader of keystores gives it.
    'services/connectors/keystore/pkcs12.ts',
    'services/saml/algorithms.ts',
    'services/saml/sign-assertion.ts',
    'services/tokens/jwt/keys.ts',
  ]);
});
