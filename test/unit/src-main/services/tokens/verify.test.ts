import { generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import type { TokenKeySource, TokenVerification } from '#shared/api/index.ts';
import { type GatehouseError } from '#shared/errors/index.ts';
import { codeOf } from '#test/support/refusals.ts';
import { clientSecret, hostedPair, inspectorAtNoon, noonSeconds, retiredPair } from './parties.ts';

const inspector = inspectorAtNoon();
const now = { iat: noonSeconds, exp: noonSeconds + 60, iss: 'https://as.example', aud: ['orders', 'stock'] };
const hosted = { kind: 'hosted' } as const;

function sign(
  key: KeyObject | Uint8Array,
  alg: string,
  claims: object = now,
  header: object = {},
): Promise<string> {
  return new SignJWT({ ...claims }).setProtectedHeader({ alg, ...header }).sign(key);
}
const signHosted = (claims: object = now, header: object = {}) =>
  sign(hostedPair.privateKey, 'RS256', claims, { kid: 'hosted-1', ...header });
const verify = (token: string, keys: TokenKeySource = hosted, expected = {}) =>
  inspector.verify({ source: { token }, with: keys, ...expected });
const outcomes = ({ trace }: TokenVerification) =>
  Object.fromEntries(trace.rules.map(({ id, outcome }) => [id, outcome]));
const ruleOf = ({ trace }: TokenVerification, id: string) => trace.rules.find((rule) => rule.id === id);
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a token of the hosted server', () => {
  test('is verified by its key, and each thing that was checked is told', async () => {
    const found = await verify(await signHosted(), hosted, { issuer: now.iss, audience: 'stock' });
    expect(found).toMatchObject({
      isVerified: true,
      isSignatureRight: true,
      exchangeId: null,
      key: {
        kid: 'hosted-1',
        type: 'RSA 2048',
        origin: 'The hosted server',
        thumbprint: await calculateJwkThumbprint(await exportJWK(hostedPair.publicKey)),
      },
    });
    expect(outcomes(found)).toEqual({
      form: 'passed',
      'unique-members': 'passed',
      critical: 'passed',
      algorithm: 'passed',
      key: 'passed',
      signature: 'passed',
      'key-use': 'passed',
      claims: 'passed',
      exp: 'passed',
      nbf: 'skipped',
      iat: 'passed',
      iss: 'passed',
      aud: 'passed',
    });
  });

  test.each([
    ['exp', { exp: noonSeconds }],
    ['nbf', { nbf: noonSeconds + 1 }],
    ['iat', { iat: noonSeconds + 1 }],
    ['iss', { iss: 'https://elsewhere.example' }],
    ['aud', { aud: 'elsewhere' }],
    ['exp', { exp: 'tomorrow' }],
  ])('is signed rightly and yet refused for its %s', async (rule, claims) => {
    const expected = { issuer: now.iss, audience: 'orders' };
    const found = await verify(await signHosted({ ...now, ...claims }), hosted, expected);
    expect(found).toMatchObject({ isVerified: false, isSignatureRight: true });
    expect(found.trace.rules.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)).toEqual([
      rule,
    ]);
  });

  test('is not verified once a byte of it is changed, and nothing of its claims counts then', async () => {
    const [header = '', , signature = ''] = (await signHosted()).split('.');
    const claims = Buffer.from(JSON.stringify({ ...now, sub: 'mallory' })).toString('base64url');
    const found = await verify(`${header}.${claims}.${signature}`);
    expect(found).toMatchObject({ isVerified: false, isSignatureRight: false, key: null });
    expect(outcomes(found)).toMatchObject({
      signature: 'failed',
      claims: 'never',
      exp: 'never',
      iss: 'never',
    });
  });

  test('signed by a key that was retired is not verified', async () => {
    expect(await verify(await sign(retiredPair.privateKey, 'RS256'))).toMatchObject({
      isSignatureRight: false,
    });
  });

  test('is verified without the name of its key, and with the name of another', async () => {
    expect((await verify(await signHosted(now, { kid: undefined }))).isVerified).toBe(true);
    expect((await verify(await signHosted(now, { kid: 'hosted-0' }))).key?.kid).toBe('hosted-1');
  });

  test('is refused for what is critical, for a member twice, and for bits left over', async () => {
    expect(outcomes(await verify(await signHosted(now, { crit: ['b64'], b64: true })))).toMatchObject({
      critical: 'failed',
      signature: 'passed',
    });
    const good = await signHosted();
    const last = good.at(-1) ?? '';
    const spare = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const other = good.slice(0, -1) + spare.charAt(spare.indexOf(last) + 1);
    const found = await verify(other);
    expect(found).toMatchObject({ isVerified: false, isSignatureRight: true });
    expect(ruleOf(found, 'form')).toMatchObject({ outcome: 'failed', got: 'trailing-bits' });
  });
});

describe('algorithms', () => {
  const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });
  const pairs = {
    RS256: hostedPair,
    RS384: hostedPair,
    RS512: hostedPair,
    PS256: hostedPair,
    PS384: hostedPair,
    PS512: hostedPair,
    ES256: ec('P-256'),
    ES384: ec('P-384'),
    ES512: ec('P-521'),
    EdDSA: generateKeyPairSync('ed25519'),
    Ed25519: generateKeyPairSync('ed25519'),
  };

  test.each(Object.entries(pairs))(
    '%s of jose is verified, from a JWK, a key set and PEM',
    async (alg, pair) => {
      const token = await sign(pair.privateKey, alg, now, { kid: 'k' });
      const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'k' };
      const pem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
      const privatePem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      const thumbprint = await calculateJwkThumbprint(jwk);
      for (const text of [
        JSON.stringify(jwk),
        JSON.stringify({ keys: [{ kty: 'x' }, jwk] }),
        `about\n${pem}`,
        privatePem,
      ]) {
        const found = await verify(token, { kind: 'pasted', text });
        expect(found).toMatchObject({ isVerified: true, key: { thumbprint } });
      }
      const spoilt = `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
      expect((await verify(spoilt, { kind: 'pasted', text: pem })).isSignatureRight).toBe(false);
    },
  );

  test.each(['HS256', 'HS384', 'HS512'])(
    '%s is verified with a secret, of which nothing is told',
    async (alg) => {
      const token = await sign(Buffer.from(clientSecret), alg);
      const ways: TokenKeySource[] = [
        { kind: 'client-secret', clientId: 'portal-web' },
        { kind: 'secret', text: clientSecret },
        {
          kind: 'pasted',
          text: JSON.stringify({ kty: 'oct', k: Buffer.from(clientSecret).toString('base64url') }),
        },
      ];
      for (const way of ways) {
        const found = await verify(token, way);
        expect(found).toMatchObject({ isVerified: true, key: { type: 'secret', thumbprint: null } });
        expect(JSON.stringify(found)).not.toContain(clientSecret);
      }
      expect((await verify(token, { kind: 'secret', text: 'another' })).isSignatureRight).toBe(false);
    },
  );

  test('a key that has no form as a JWK verifies without a thumbprint, and one that no host works with is refused by name', async () => {
    const bound = generateKeyPairSync('rsa-pss', { modulusLength: 2_048 });
    const input = `${encoded({ alg: 'PS256' })}.${encoded({})}`;
    const signature = signBytes('sha256', Buffer.from(input), { key: bound.privateKey, saltLength: 32 });
    const token = `${input}.${signature.toString('base64url')}`;
    const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
    const found = await verify(token, { kind: 'pasted', text: pem(bound.publicKey) });
    expect(found).toMatchObject({ isVerified: true, key: { type: 'RSA-PSS 2048', thumbprint: null } });
    const mac = await sign(Buffer.from(clientSecret), 'HS256');
    expect(
      ruleOf(await verify(mac, { kind: 'pasted', text: pem(bound.publicKey) }), 'algorithm'),
    ).toMatchObject({
      detail: 'A MAC requires a secret, and a public key is not secret.',
    });
    const dsa = generateKeyPairSync('dsa', { modulusLength: 2_048, divisorLength: 256 });
    await expect(verify(token, { kind: 'pasted', text: pem(dsa.publicKey) })).rejects.toMatchObject({
      code: 'key.unsupported',
    });
  });

  test('a key is used for its own kind of algorithm alone', async () => {
    const token = await sign(pairs.ES256.privateKey, 'ES256');
    const wrong = pairs.ES384.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    expect(outcomes(await verify(token, { kind: 'pasted', text: wrong }))).toMatchObject({
      key: 'failed',
      signature: 'never',
    });
    const jwk = { ...(await exportJWK(hostedPair.publicKey)), alg: 'RS512', use: 'enc' };
    const found = await verify(await signHosted(), { kind: 'pasted', text: JSON.stringify(jwk) });
    expect(ruleOf(found, 'key-use')).toMatchObject({
      outcome: 'failed',
      want: 'sig, RS256',
      got: 'enc, RS512',
    });
  });

  test('none proves nothing, in no spelling and with no key', async () => {
    const token = new UnsecuredJWT({}).encode();
    for (const way of [hosted, { kind: 'secret', text: '' }] as const)
      expect(outcomes(await verify(token, way))).toMatchObject({ algorithm: 'failed', signature: 'never' });
  });

  test('a MAC under a public key is seen through', async () => {
    const pem = Buffer.from(hostedPair.publicKey.export({ type: 'spki', format: 'pem' }));
    const found = await verify(await sign(pem, 'HS256'));
    expect(found.isSignatureRight).toBe(false);
    expect(ruleOf(found, 'algorithm')?.detail).toContain(
      'made with a public key as the secret: hosted-1, as pem',
    );
    const other = await verify(await sign(Buffer.from(clientSecret), 'HS256'));
    expect(ruleOf(other, 'algorithm')?.detail).toBe(
      'A MAC requires a secret, and a public key is not secret.',
    );
  });

  test('a key that the token brings along is not asked', async () => {
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const jwk = await exportJWK(stranger.publicKey);
    const found = await verify(await sign(stranger.privateKey, 'RS256', now, { jwk, kid: 'hosted-1' }));
    expect(found).toMatchObject({ isVerified: false, isSignatureRight: false });
  });
});

describe('what cannot be verified', () => {
  test('is refused with a code, and no part of a key stands in the message', async () => {
    const token = await signHosted();
    expect(await codeOf(verify('opaque'))).toBe('token.unsuited');
    expect(await codeOf(verify(token, { kind: 'client-secret', clientId: 'mobile-app' }))).toBe(
      'token.client-unsuited',
    );
    const garbled = '{"kty":"oct","k":"c2VjcmV0LXRleHQ", secret';
    const error = await verify(token, { kind: 'pasted', text: garbled }).catch((thrown: GatehouseError) =>
      thrown.toProblem(),
    );
    expect(error).toMatchObject({ code: 'token.key-unreadable' });
    expect(JSON.stringify(error)).not.toContain('secret-text');
    expect(JSON.stringify(error)).not.toContain('c2VjcmV0');
  });

  test('keys of another machine are fetched only after the person confirmed it', async () => {
    const url = 'https://keys.example/jwks';
    expect(await codeOf(verify(await signHosted(), { kind: 'url', url, isConfirmed: false }))).toBe(
      'token.target-unconfirmed',
    );
  });
});
