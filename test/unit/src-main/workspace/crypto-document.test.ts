import { execFileSync } from 'node:child_process';
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Workspace } from '#main/workspace/index.ts';
import { openedWorkspace } from '#test/support/opened-workspace.ts';
import { hasTool } from '#test/support/tools.ts';

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** A document as the products write it: the JSON text of the value, encrypted. */
function encrypted(key: Uint8Array, plain: unknown, more: object = {}) {
  const iv = randomBytes(16);
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, iv);
  const data = Buffer.concat([cipher.update(JSON.stringify(plain), 'utf8'), cipher.final()]);
  return {
    $crypto: {
      type: 'x-simple-encryption',
      value: {
        key: 'sym-default',
        cipher: 'AES/CBC/PKCS5Padding',
        iv: base64(iv),
        data: base64(data),
        ...more,
      },
    },
  };
}

function salted(algorithm: string, password: string, salt = randomBytes(16)) {
  const digest = createHash(algorithm.replace('SHA-1', 'sha1').replace('-', ''))
    .update(password)
    .update(salt)
    .digest();
  const data = base64(Buffer.concat([digest, salt]));
  return { $crypto: { type: 'salted-hash', value: { algorithm, data } } };
}

function load(clientSecret: unknown, secrets: Readonly<Record<string, string>> = {}): Workspace {
  const client = { client_id: 'c', client_secret: clientSecret };
  return openedWorkspace({ 'gatehouse.json': { name: 'W' }, 'oauth/clients/c.json': client }, secrets);
}

describe('a secret that the products encrypted', () => {
  test.each([16, 24, 32])('is read under a stored key of %i bytes', (sizeBytes) => {
    const key = randomBytes(sizeBytes);
    const { credentials, problems } = load(encrypted(key, 'pässword'), { 'key.sym-default': base64(key) });
    expect(credentials.clientSecret('c')).toBe('pässword');
    expect(problems).toEqual([]);
  });

  test('is read as OpenSSL makes it, in both modes', (context) => {
    context.skip(!hasTool('openssl'), 'openssl is not installed');
    const key = randomBytes(16);
    const iv = randomBytes(16);
    const openssl = (mode: string, ...more: readonly string[]) =>
      execFileSync('openssl', ['enc', `-aes-128-${mode}`, '-K', key.toString('hex'), ...more], {
        input: '"from OpenSSL"',
        stdio: ['pipe', 'pipe', 'ignore'],
      });
    const stored = { 'key.sym-default': base64(key) };
    const cbc = openssl('cbc', '-iv', iv.toString('hex'));
    const inCbc = encrypted(key, '', { iv: base64(iv), data: base64(cbc) });
    expect(load(inCbc, stored).credentials.clientSecret('c')).toBe('from OpenSSL');
    const value = { key: 'sym-default', cipher: 'AES/ECB/PKCS5Padding', data: base64(openssl('ecb')) };
    const inEcb = { $crypto: { type: 'x-simple-encryption', value } };
    expect(load(inEcb, stored).credentials.clientSecret('c')).toBe('from OpenSSL');
  });

  test('without its key is a problem that names the secret to store', () => {
    const { credentials, problems } = load(encrypted(randomBytes(16), 'x'));
    expect(credentials.clientSecret('c')).toBeNull();
    expect(problems).toMatchObject([
      {
        code: 'secret.crypto-key-missing',
        fix: expect.stringContaining('key.sym-default'),
        location: { file: 'oauth/clients/c.json', pointer: '/client_secret' },
        actions: [{ kind: 'store-secret', name: 'key.sym-default' }],
      },
    ]);
  });

  const right = randomBytes(16);
  test.each<readonly [string, unknown, string]>([
    ['another key', encrypted(right, 'planted'), base64(randomBytes(16))],
    ['a key that is no Base64', encrypted(right, 'planted'), 'not a key!'],
    ['a key of another length', encrypted(right, 'planted'), base64(randomBytes(15))],
    ['damaged data', encrypted(right, 'planted', { data: base64(randomBytes(20)) }), base64(right)],
    ['no iv', encrypted(right, 'planted', { iv: undefined }), base64(right)],
    ['another cipher', encrypted(right, 'planted', { cipher: 'AES/GCM/NoPadding' }), base64(right)],
    ['a cipher of Object', encrypted(right, 'planted', { cipher: 'constructor' }), base64(right)],
    ['a value that is no text', encrypted(right, { a: 1 }), base64(right)],
    ['a key that is encrypted itself', encrypted(right, 'planted', { key: { key: 'a' } }), base64(right)],
    ['a type that is not known', { $crypto: { type: 'x-other', value: {} } }, base64(right)],
  ])('with %s cannot be opened, which is a problem and no crash', (_name, document, key) => {
    const { credentials, problems } = load(document, { 'key.sym-default': key });
    expect(credentials.clientSecret('c')).toBeNull();
    expect(problems.map(({ code }) => code)).toEqual(['secret.crypto-unreadable']);
    expect(JSON.stringify(problems)).not.toContain('planted');
  });
});

describe('a password that the products hashed', () => {
  async function verify(password: unknown, given: string) {
    const { registrations, problems, credentials } = openedWorkspace({
      'gatehouse.json': { name: 'W' },
      'oauth/users/ann.json': { username: 'ann', password },
    });
    const isRight = await registrations.user('ann')?.verifyPassword(given);
    return { isRight, problems: problems.length, known: credentials.userPassword('ann') };
  }

  test.each(['SHA-256', 'SHA-384', 'SHA-512', 'SHA-1', 'MD5'])(
    'with %s lets its user sign in',
    async (algorithm) => {
      const hash = salted(algorithm, 'pässword');
      expect(await verify(hash, 'pässword')).toEqual({ isRight: true, problems: 0, known: null });
      expect(await verify(hash, 'password')).toEqual({ isRight: false, problems: 0, known: null });
    },
  );

  test('without a salt, or of a form that is not known, lets nobody in', async () => {
    expect((await verify(salted('SHA-256', 'x', Buffer.alloc(0)), 'x')).isRight).toBe(false);
    const value = { algorithm: 'BCRYPT', data: 'AAAA' };
    expect((await verify({ $crypto: { type: 'salted-hash', value } }, 'x')).isRight).toBe(false);
  });

  test('is no secret of a client: nothing could be sent', () => {
    const { problems } = load(salted('SHA-256', 'x'));
    expect(problems).toMatchObject([
      { code: 'secret.crypto-unreadable', cause: expect.stringContaining('hash') },
    ]);
  });
});
