import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { systemClock } from '#main/platform/clock.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { makeSelfSigned } from '#main/platform/self-signed-certificate.ts';
import { makeConnector, startRemote } from '#test/support/connectors.ts';
import { startedAnew } from '#test/support/started.ts';

const api = startedAnew(startRemote);

const authorizations = () => api.seen.map(({ headers }) => headers.authorization);

/** Performs the Test of a connector, which needs credentials, and lets it go. */
async function testOnce(properties: Readonly<Record<string, unknown>>): Promise<void> {
  const { connector } = makeConnector(properties);
  await connector.test({});
}

describe('JWT_TOKEN', () => {
  const jwt = (more: Readonly<Record<string, unknown>>) => ({
    serviceUri: api.origin,
    authenticationMethod: 'JWT_TOKEN',
    // Not the five minutes that are usual.
    jwtExpiration: 7,
    jwtClaims: { aud: '/admin/' },
    ...more,
  });
  const sentToken = () => authorizations()[0]?.split(' ')[1] ?? '';
  const pair = (algorithm: string): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } => {
    if (/^[RP]S/.test(algorithm)) return generateKeyPairSync('rsa', { modulusLength: 2_048 });
    if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519');
    const namedCurve = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' }[algorithm] ?? '';
    return generateKeyPairSync('ec', { namedCurve });
  };

  test.each(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'])(
    '%s: a JWK signs what others verify, and its kid names it',
    async (algorithm) => {
      const { privateKey, publicKey } = pair(algorithm);
      const jwtKey = JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid: 'key-7' });
      await testOnce(jwt({ jwtKey, jwtAlgorithm: algorithm }));
      const key = await importJWK(publicKey.export({ format: 'jwk' }), algorithm);
      const { payload, protectedHeader } = await jwtVerify(sentToken(), key, { audience: '/admin/' });
      expect(protectedHeader).toEqual({ alg: algorithm, typ: 'JWT', kid: 'key-7' });
      expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(420);
    },
  );

  test('a key as an object signs like the same key as text', async () => {
    const { privateKey, publicKey } = pair('ES256');
    const jwtKey = { ...privateKey.export({ format: 'jwk' }), kid: 'key-8' };
    await testOnce(jwt({ jwtKey, jwtAlgorithm: 'ES256' }));
    const { protectedHeader } = await jwtVerify(sentToken(), publicKey);
    expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: 'key-8' });
  });

  test.each(['HS256', 'HS384', 'HS512'])(
    '%s: a shared secret as a JWK, behind a prefix of its own',
    async (algorithm) => {
      const secret = Buffer.alloc(64, 7);
      const jwtKey = JSON.stringify({ kty: 'oct', k: secret.toString('base64url'), kid: '6489' });
      await testOnce(jwt({ jwtKey, jwtAlgorithm: algorithm, authorizationTokenPrefix: 'Ghost' }));
      expect(authorizations()[0]).toMatch(/^Ghost /);
      const { protectedHeader } = await jwtVerify(sentToken(), secret);
      expect(protectedHeader).toMatchObject({ alg: algorithm, kid: '6489' });
    },
  );

  test('PEM with its certificate: the header carries the thumbprint of the certificate', async () => {
    const { key, cert } = await makeSelfSigned({
      commonName: 'hr',
      keyType: 'ec',
      lifetimeDays: 30,
      clock: systemClock,
      random: createSystemRandom(),
    });
    await testOnce(jwt({ jwtPem: key, jwtCert: cert, keyAlgorithm: 'EC' }));
    const der = Buffer.from(cert.replace(/-----[^-]+-----|\s/g, ''), 'base64');
    expect(decodeProtectedHeader(sentToken())).toEqual({
      alg: 'ES256',
      typ: 'JWT',
      'x5t#S256': createHash('sha256').update(der).digest('base64url'),
    });
    const [head = '', claims = '', signature = ''] = sentToken().split('.');
    const publicKey = createPublicKey(key);
    const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    expect(
      verify('sha256', Buffer.from(`${head}.${claims}`), options, Buffer.from(signature, 'base64url')),
    ).toBe(true);
  });

  test('a JWT is used until it is about to expire, and made anew after a 401', async () => {
    const jwtKey = JSON.stringify({ kty: 'oct', k: Buffer.alloc(32, 1).toString('base64url') });
    const { connector, clock } = makeConnector(jwt({ jwtKey }));
    await connector.test({});
    clock.advance(377_000);
    await connector.test({});
    clock.advance(2_000);
    await connector.test({});
    const [first, second, third] = authorizations();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(decodeJwt(third?.split(' ')[1] ?? '').iat).toBe(Math.floor(clock.nowMillis() / 1_000));
  });

  test('a DSA key is read and refused, with the reason', async () => {
    const { privateKey } = generateKeyPairSync('dsa', { modulusLength: 2_048, divisorLength: 256 });
    const jwtPem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    await expect(testOnce(jwt({ jwtPem, keyAlgorithm: 'DSA' }))).rejects.toMatchObject({
      type: 'CONFIGURATION',
      message: 'A DSA key cannot sign a JWT: JOSE defines no DSA algorithm.',
    });
  });

  test.each([
    ['an RSA key below 2048 bits', generateKeyPairSync('rsa', { modulusLength: 1_024 }), 'RS256'],
    ['a key that is bound to RSASSA-PSS', generateKeyPairSync('rsa-pss', { modulusLength: 2_048 }), 'PS256'],
  ])('%s is refused, with the keys that sign. RFC 7518 §3.3', async (_what, { privateKey }, algorithm) => {
    const jwtPem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    await expect(testOnce(jwt({ jwtPem }))).rejects.toMatchObject({
      type: 'CONFIGURATION',
      message: `The key does not support ${algorithm}.`,
      fix: expect.stringContaining('2,048 bits'),
    });
    expect(api.seen).toHaveLength(0);
  });

  test.each([
    ['no key at all', {}, /key is missing/],
    ['a key that is none', { jwtKey: '{"kty":"RSA"}' }, /jwtKey does not contain a private key/],
    [
      'an algorithm of another kind',
      { jwtKey: '{"kty":"oct","k":"c2VjcmV0"}', jwtAlgorithm: 'RS256' },
      /does not match the algorithm RS256/,
    ],
    [
      'an algorithm that proves nothing',
      { jwtKey: '{"kty":"oct","k":"c2VjcmV0"}', jwtAlgorithm: 'none' },
      /cannot be signed with none/,
    ],
    [
      'a PEM of another type than is said',
      { jwtPem: pair('ES256').privateKey.export({ type: 'pkcs8', format: 'pem' }), keyAlgorithm: 'RSA' },
      /Expected RSA/,
    ],
  ])('%s is a configuration failure before anything is sent', async (_what, more, message) => {
    await expect(testOnce(jwt(more))).rejects.toMatchObject({
      type: 'CONFIGURATION',
      message: expect.stringMatching(message),
    });
    expect(api.seen).toHaveLength(0);
  });
});
