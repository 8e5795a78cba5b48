import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import {
  compactDecrypt,
  compactVerify,
  createLocalJWKSet,
  decodeProtectedHeader,
  importJWK,
  type JSONWebKeySet,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { describe, expect, test } from 'vitest';
import type { TokenForge, TokenSigning } from '#shared/api/index.ts';
import { keyAlgorithms, macAlgorithms, publicKeyForms } from '#shared/tokens/algorithms.ts';
import { weakSecrets } from '#shared/tokens/weak-secrets.ts';
import { asyncProperty } from '#test/support/property.ts';
import { codeOf } from '#test/support/refusals.ts';
import { clientSecret, hostedPair, inspectorAtNoon, noonSeconds } from './parties.ts';

const inspector = inspectorAtNoon({ values: { access_token: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln' } });
const claims = JSON.stringify({ sub: 'José 😀', iat: noonSeconds, exp: noonSeconds + 60 });
const forge = (signing: TokenSigning, changes: Partial<TokenForge> = {}) =>
  inspector.forge({
    header: '{"typ":"at+jwt"}',
    claims,
    signing,
    keepsAlgorithm: false,
    isAsTyped: false,
    ...changes,
  });
const currentDate = new Date(noonSeconds * 1_000);
const textOf = (part: string | undefined) => Buffer.from(part ?? '', 'base64url').toString('utf8');
const session = (algorithm: (typeof keyAlgorithms)[number], isEmbedded = false) =>
  ({ kind: 'session-key', algorithm, isEmbedded }) as const;

describe('a token that a tester signs', () => {
  test.each(keyAlgorithms)('with a key of this session and %s verifies with jose', async (algorithm) => {
    const { token, jwks, thumbprint } = await forge(session(algorithm));
    const keys = JSON.parse(jwks ?? '') as JSONWebKeySet;
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys), { currentDate });
    expect(payload.sub).toBe('José 😀');
    expect(protectedHeader).toEqual({ typ: 'at+jwt', alg: algorithm });
    expect(keys.keys[0]).toMatchObject({ kid: thumbprint });
    expect(keys.keys[0]).not.toHaveProperty('d');
    const again = await inspector.verify({ source: { token }, with: { kind: 'pasted', text: jwks ?? '' } });
    expect(again).toMatchObject({ isVerified: true, key: { thumbprint } });
  });

  test('has a key set in which its key goes by the name that the header gives it', async () => {
    const { jwks } = await forge(session('ES256'), {
      header: '{"kid":"theirs","jku":"https://elsewhere.example"}',
    });
    expect(JSON.parse(jwks ?? '').keys).toMatchObject([{ kid: 'theirs', kty: 'EC' }]);
  });

  test('keeps its key for the session, and can bring the public half along', async () => {
    const first = await forge(session('ES256'));
    const { token, thumbprint } = await forge(session('ES256', true));
    expect(thumbprint).toBe(first.thumbprint);
    const { jwk } = decodeProtectedHeader(token);
    expect(jwk).not.toHaveProperty('d');
    await expect(compactVerify(token, await importJWK(jwk ?? {}, 'ES256'))).resolves.toBeTruthy();
  });

  test.each(macAlgorithms)('with a secret and %s verifies with jose', async (algorithm) => {
    const ways: TokenSigning[] = [
      { kind: 'secret', text: clientSecret, algorithm },
      { kind: 'client-secret', clientId: 'portal-web', algorithm },
    ];
    for (const way of ways) {
      const made = await forge(way);
      await expect(jwtVerify(made.token, Buffer.from(clientSecret), { currentDate })).resolves.toBeTruthy();
      expect(made).toMatchObject({ jwks: null, thumbprint: null });
    }
  });

  test('with a pasted key, as PEM or JWK, verifies with jose; another kind of key is refused', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    for (const text of [pem, JSON.stringify(privateKey.export({ format: 'jwk' }))]) {
      const { token } = await forge({ kind: 'pasted-key', text, algorithm: 'ES384' });
      await expect(compactVerify(token, publicKey)).resolves.toBeTruthy();
    }
    expect(await codeOf(forge({ kind: 'pasted-key', text: pem, algorithm: 'ES256' }))).toBe(
      'token.key-unreadable',
    );
    const { privateKey: small } = generateKeyPairSync('rsa', { modulusLength: 512 });
    const smallPem = small.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(await codeOf(forge({ kind: 'pasted-key', text: smallPem, algorithm: 'PS512' }))).toBe(
      'token.key-unreadable',
    );
    expect(await codeOf(forge({ kind: 'pasted-key', text: 'no key', algorithm: 'ES256' }))).toBe(
      'token.key-unreadable',
    );
  });

  test.each(publicKeyForms)(
    'with the public key of the server, as %s, is what a confused server takes',
    async (form) => {
      const { token } = await forge({ kind: 'public-key', kid: 'hosted-1', form, algorithm: 'HS256' });
      expect(decodeProtectedHeader(token).alg).toBe('HS256');
      const found = await inspector.verify({ source: { token }, with: { kind: 'hosted' } });
      expect(found.isSignatureRight).toBe(false);
      expect(found.trace.rules.find(({ id }) => id === 'algorithm')?.detail).toContain(
        `hosted-1, as ${form}`,
      );
      const pem = hostedPair.publicKey.export({ type: 'spki', format: 'pem' });
      if (form === 'pem') await expect(compactVerify(token, Buffer.from(pem))).resolves.toBeTruthy();
      expect(await codeOf(forge({ kind: 'public-key', kid: 'no such', form, algorithm: 'HS256' }))).toBe(
        'token.key-unreadable',
      );
    },
  );
});

describe('a token that nobody signs', () => {
  test.each(['none', 'None', 'NONE', 'nOnE'] as const)('says %s and ends with a dot', async (alg) => {
    const { token } = await forge({ kind: 'none', alg });
    expect(token.endsWith('.')).toBe(true);
    expect(token.split('.')).toHaveLength(3);
    expect(JSON.parse(textOf(token.split('.')[0]))).toEqual({ typ: 'at+jwt', alg });
  });

  test('keeps the signature of another over changed claims', async () => {
    const original = await new SignJWT({ sub: 'ann' })
      .setProtectedHeader({ alg: 'RS256' })
      .sign(hostedPair.privateKey);
    const { token } = await forge(
      { kind: 'original', source: { token: original } },
      { header: '{"alg":"RS256"}', claims: '{"sub":"mallory"}' },
    );
    expect(token.split('.')[2]).toBe(original.split('.')[2]);
    expect(textOf(token.split('.')[1])).toBe('{"sub":"mallory"}');
    expect(await inspector.verify({ source: { token }, with: { kind: 'hosted' } })).toMatchObject({
      isSignatureRight: false,
    });
    const ofRun = await forge({ kind: 'original', source: { runId: 'r', name: 'access_token' } });
    expect(ofRun.token.endsWith('.c2ln')).toBe(true);
    expect(await codeOf(forge({ kind: 'original', source: { token: 'opaque' } }))).toBe('token.unsuited');
  });
});

describe('what is signed', () => {
  test('is what was written but for the space: numbers, escapes and repeated members stay', async () => {
    const written = '{ "n": 12345678901234567890, "sub": "ann", "sub": "bob", "s": "\\ud83d" }';
    const { token } = await forge({ kind: 'none', alg: 'none' }, { claims: written });
    expect(textOf(token.split('.')[1])).toBe(
      '{"n":12345678901234567890,"sub":"ann","sub":"bob","s":"\\ud83d"}',
    );
  });

  asyncProperty([fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })])(
    'is every byte as it was typed, where that is asked for',
    async (header, text) => {
      const { token } = await forge({ kind: 'none', alg: 'none' }, { header, claims: text, isAsTyped: true });
      expect(token).toBe(
        `${Buffer.from(header).toString('base64url')}.${Buffer.from(text).toString('base64url')}.`,
      );
    },
  );

  test('can say another algorithm than the one that signs', async () => {
    const { token } = await forge(
      { kind: 'secret', text: '', algorithm: 'HS256' },
      { header: '{"alg":"RS256","kid":"../../dev/null"}', keepsAlgorithm: true },
    );
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', kid: '../../dev/null' });
  });

  test('has to be JSON otherwise', async () => {
    expect(await codeOf(forge({ kind: 'none', alg: 'none' }, { claims: '{' }))).toBe('token.invalid-json');
    expect(await codeOf(forge({ kind: 'none', alg: 'none' }, { header: '[]' }))).toBe('token.invalid-json');
  });
});

describe('a token that nobody should take', () => {
  const originalOf = (token: string) => token.split('.');

  test.each([
    ['ES256', 64],
    ['ES384', 96],
    ['ES512', 132],
  ] as const)(
    'has %s with r and s zero, which no library here verifies, and it is remarked',
    async (algorithm, bytes) => {
      const { token, header } = await forge({ kind: 'zero', algorithm });
      expect(JSON.parse(header)).toMatchObject({ alg: algorithm });
      const signature = Buffer.from(originalOf(token)[2] ?? '', 'base64url');
      expect([signature.length, signature.every((byte) => byte === 0)]).toEqual([bytes, true]);
      const curve = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' }[algorithm];
      const { publicKey } = generateKeyPairSync('ec', { namedCurve: curve });
      await expect(compactVerify(token, publicKey)).rejects.toThrow();
      const { remarks } = await inspector.inspect({ token });
      expect(remarks.map(({ text }) => text).join(' ')).toContain('CVE-2022-21449');
    },
  );

  test('is encrypted for the key that the hosted server publishes, and signed by nobody', async () => {
    const { token, header } = await forge(
      { kind: 'encrypted', text: null },
      { header: '{"typ":"JWT","kid":"k"}' },
    );
    expect(JSON.parse(header)).toEqual({ typ: 'JWT', kid: 'k', alg: 'RSA-OAEP-256', enc: 'A256GCM' });
    const { plaintext } = await compactDecrypt(token, hostedPair.privateKey);
    expect(Buffer.from(plaintext).toString('utf8')).toBe(claims);
    expect(await inspector.inspect({ token })).toMatchObject({ form: 'jwe', algorithm: 'RSA-OAEP-256' });
  });

  test('is encrypted for a pasted key, with an unsigned token in it; a key that can only sign is refused', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const text = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const { token } = await forge({ kind: 'encrypted', text }, { payload: 'nested' });
    const inner = Buffer.from((await compactDecrypt(token, privateKey)).plaintext).toString('utf8');
    expect(UnsecuredJWT.decode(inner, { currentDate }).payload.sub).toBe('José 😀');
    const { publicKey: signing } = generateKeyPairSync('ed25519');
    const pem = signing.export({ type: 'spki', format: 'pem' }).toString();
    expect(await codeOf(forge({ kind: 'encrypted', text: pem }))).toBe('token.key-unreadable');
    expect(await codeOf(forge({ kind: 'encrypted', text }, { header: '{"crit":["x"],"x":1}' }))).toBe(
      'token.unsuited',
    );
  });

  test('has a payload that is not encoded, and no dot in it', async () => {
    const dotted = '{"iss":"https://as.example","v":"1.5"}';
    const { token } = await forge(session('ES256'), {
      claims: dotted,
      header: '{"b64":false,"crit":["b64"]}',
      payload: 'unencoded',
    });
    const [, payload = '', ...others] = originalOf(token);
    expect([JSON.parse(payload), others.length]).toEqual([JSON.parse(dotted), 1]);
    const { jwks } = await forge(session('ES256'));
    const verified = await compactVerify(token, createLocalJWKSet(JSON.parse(jwks ?? '') as JSONWebKeySet));
    expect(Buffer.from(verified.payload).toString('utf8')).toBe(payload);
    const { remarks } = await inspector.inspect({ token });
    expect(remarks.map(({ clause }) => clause)).toContain('RFC 7797 §7');
  });

  test('holds an unsigned token in a signed one, and it is remarked', async () => {
    const { token } = await forge(session('ES256'), { header: '{"cty":"JWT"}', payload: 'nested' });
    const inner = textOf(originalOf(token)[1]);
    expect(UnsecuredJWT.decode(inner, { currentDate }).payload).toEqual(JSON.parse(claims));
    const { remarks } = await inspector.inspect({ token });
    expect(remarks.map(({ clause }) => clause)).toContain('RFC 7519 §5.2');
  });
});

describe('a token of a weak secret', () => {
  const made = (text: string, algorithm: (typeof macAlgorithms)[number] = 'HS256') =>
    forge({ kind: 'secret', text, algorithm });

  test.each(macAlgorithms)(
    'with %s is found out by the list, as each of its secrets is',
    async (algorithm) => {
      for (const secret of weakSecrets) {
        const { token } = await made(secret, algorithm);
        const found = await inspector.verify({ source: { token }, with: { kind: 'weak-secrets' } });
        expect(found).toMatchObject({
          isSignatureRight: true,
          isVerified: false,
          key: { origin: `The weak secret “${secret}”` },
        });
        expect(found.trace.rules.find(({ id }) => id === 'weak-secret')).toMatchObject({
          outcome: 'failed',
          got: `“${secret}”`,
        });
      }
    },
  );

  test('is remarked without anybody asking, and is refused even with the right secret at hand', async () => {
    const { token } = await made('secret');
    const { remarks } = await inspector.inspect({ token });
    expect(remarks.map(({ text }) => text).join(' ')).toContain('made with the secret “secret”');
    const typed = await inspector.verify({ source: { token }, with: { kind: 'secret', text: 'secret' } });
    expect([typed.isSignatureRight, typed.isVerified]).toEqual([true, false]);
  });

  test('is none where the secret is good', async () => {
    const { token } = await made(clientSecret);
    const { remarks } = await inspector.inspect({ token });
    expect(remarks.map(({ clause }) => clause)).not.toContain('RFC 8725 §3.5');
    const found = await inspector.verify({ source: { token }, with: { kind: 'weak-secrets' } });
    expect(found.isSignatureRight).toBe(false);
    expect(found.trace.rules.find(({ id }) => id === 'signature')?.got).toMatch(/, and \d+ more$/);
  });

  test('the list has nothing twice', () => {
    expect(new Set(weakSecrets).size).toBe(weakSecrets.length);
  });
});
