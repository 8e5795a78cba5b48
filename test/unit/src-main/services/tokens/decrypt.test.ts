import { generateKeyPairSync, hash, type KeyObject } from 'node:crypto';
import { CompactEncrypt, exportJWK, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import type { TokenDecryptionKey } from '#shared/api/index.ts';
import type { GatehouseError } from '#shared/errors/index.ts';
import { clientSecret, inspectorAtNoon } from './parties.ts';

const inspector = inspectorAtNoon();
const claims = '{"sub":"ann","amount":1.50}';
const encrypt = (key: KeyObject | Uint8Array, alg: string, enc = 'A256GCM', text = claims) =>
  new CompactEncrypt(Buffer.from(text)).setProtectedHeader({ alg, enc }).encrypt(key);
const decrypt = (token: string, key: TokenDecryptionKey) =>
  inspector.decrypt({ source: { token }, with: key });
const pasted = (text: string) => ({ kind: 'pasted', text }) as const;
const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ code, message }: GatehouseError) => ({ code, message }),
  );
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-384' });

describe('a JWE', () => {
  test.each([
    ['RSA-OAEP', rsa],
    ['RSA-OAEP-256', rsa],
    ['RSA-OAEP-512', rsa],
    ['ECDH-ES', ec],
    ['ECDH-ES+A256KW', generateKeyPairSync('x25519')],
  ])('for a public key by %s opens with the private one, as PEM, JWK and JWK Set', async (alg, pair) => {
    const token = await encrypt(pair.publicKey, alg);
    const jwk = await exportJWK(pair.privateKey);
    for (const text of [
      pemOf(pair.privateKey),
      JSON.stringify(jwk),
      JSON.stringify({ keys: [{ kty: 'x' }, jwk] }),
    ])
      expect(await decrypt(token, pasted(text))).toEqual({
        content: '{\n  "sub": "ann",\n  "amount": 1.50\n}',
      });
  });

  test.each(['dir', 'A256KW', 'A256GCMKW', 'PBES2-HS256+A128KW'])(
    'under a secret by %s opens with its bytes',
    async (alg) => {
      const secret = 'exactly thirty-two bytes, so far';
      const token = await encrypt(Buffer.from(secret), alg);
      const k = Buffer.from(secret).toString('base64url');
      for (const key of [
        { kind: 'secret', text: secret } as const,
        pasted(JSON.stringify({ kty: 'oct', k })),
      ])
        expect((await decrypt(token, key)).content).toContain('"ann"');
    },
  );

  test.each([
    ['A128KW', 'A128GCM', hash('sha256', clientSecret, 'buffer').subarray(0, 16)],
    ['dir', 'A256GCM', hash('sha256', clientSecret, 'buffer')],
    ['dir', 'A192CBC-HS384', hash('sha384', clientSecret, 'buffer')],
    ['dir', 'A256CBC-HS512', hash('sha512', clientSecret, 'buffer')],
  ])('under the secret of a client by %s and %s opens as OpenID Connect has it', async (alg, enc, key) => {
    const token = await encrypt(key, alg, enc);
    const { content } = await decrypt(token, { kind: 'client-secret', clientId: 'portal-web' });
    expect(content).toContain('"ann"');
  });

  test('gives out the JWT that is in it as it was signed, to be inspected', async () => {
    const inner = await new SignJWT({ sub: 'ann' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(clientSecret));
    const token = await encrypt(rsa.publicKey, 'RSA-OAEP-256', 'A128CBC-HS256', inner);
    const { content } = await decrypt(token, pasted(pemOf(rsa.privateKey)));
    expect(content).toBe(inner);
    expect(await inspector.inspect({ token: content })).toMatchObject({ form: 'jwt', algorithm: 'HS256' });
  });

  test('stays closed for another key, for a public one, and once a byte of it is changed', async () => {
    const token = await encrypt(rsa.publicKey, 'RSA-OAEP-256');
    const refused = { code: 'token.key-unreadable', message: expect.stringContaining('does not decrypt') };
    const other = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const publicJwk = JSON.stringify(await exportJWK(rsa.publicKey));
    const own = pasted(pemOf(rsa.privateKey));
    const spoilt = token.replace(/.{4}$/, token.endsWith('AAAA') ? 'BBBB' : 'AAAA');
    expect(await refusalOf(decrypt(token, pasted(pemOf(other.privateKey))))).toEqual(refused);
    expect(await refusalOf(decrypt(token, pasted(publicJwk)))).toEqual(refused);
    expect(await refusalOf(decrypt(token, pasted(pemOf(ec.privateKey))))).toEqual(refused);
    expect(await refusalOf(decrypt(spoilt, own))).toEqual(refused);
    expect((await decrypt(token, own)).content).toContain('"ann"');
  });

  test('of an algorithm that is given up is told so, and no secret is repeated', async () => {
    const header = Buffer.from('{"alg":"RSA1_5","enc":"A256GCM"}').toString('base64url');
    const refusal = await refusalOf(decrypt(`${header}.AAAA.AAAA.AAAA.AAAA`, pasted(pemOf(rsa.privateKey))));
    expect(refusal).toEqual({ code: 'token.key-unreadable', message: expect.stringContaining('RSA1_5') });
    const secret = 'a secret that nobody should read';
    const token = await encrypt(rsa.publicKey, 'RSA-OAEP');
    expect(JSON.stringify(await refusalOf(decrypt(token, { kind: 'secret', text: secret })))).not.toContain(
      secret,
    );
  });

  test('is asked for: what is signed or opaque cannot be decrypted', async () => {
    for (const token of [
      '2YotnFZFEjr1zCsicMWpAA',
      'a.b.c.d.e',
      await new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(clientSecret)),
    ])
      expect(await refusalOf(decrypt(token, pasted(pemOf(rsa.privateKey))))).toMatchObject({
        code: 'token.unsuited',
      });
    const jwe = await encrypt(rsa.publicKey, 'RSA-OAEP');
    expect(await refusalOf(decrypt(jwe, pasted('no key')))).toMatchObject({ code: 'token.key-unreadable' });
    expect(await refusalOf(decrypt(jwe, { kind: 'client-secret', clientId: 'nobody' }))).toMatchObject({
      code: 'token.client-unsuited',
    });
  });
});
