import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type KeyStore, systemKeyStore } from '#main/hosts/electron/secrets.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

const isWindows = process.platform === 'win32';
let stateRoot: string;

const folder = startedAnew(temporaryDirectory);
beforeEach(() => {
  stateRoot = join(folder.path, 'state');
});

const keyFile = () => join(stateRoot, 'key.sealed');
/** The key of the state that lies in the root itself. */
const placeOf = (directory: string, store: KeyStore, platform: NodeJS.Platform = 'linux') =>
  systemKeyStore(directory, directory, { keyStore: store, platform });
const readSealKey = async (directory: string, store: KeyStore) =>
  (await placeOf(directory, store).read()).key;

interface StoreOptions {
  readonly isThere: boolean;
  readonly isLocked: boolean;
  readonly backend: ReturnType<KeyStore['getSelectedStorageBackend']>;
}

/** A key store that seals under the key with a number; an older number it can still open, and wants to replace. */
function keyStore(
  number: number,
  { isThere = true, isLocked = false, backend = 'gnome_libsecret' }: Partial<StoreOptions> = {},
): KeyStore {
  const requireUnlocked = () => {
    if (isLocked) throw new Error('Temporarily unavailable, please try again.');
  };
  return {
    getSelectedStorageBackend: () => backend,
    isAsyncEncryptionAvailable: async () => isThere,
    async encryptStringAsync(text) {
      requireUnlocked();
      return Buffer.from(`${number}:${Buffer.from(text).toString('hex')}`);
    },
    async decryptStringAsync(sealed) {
      requireUnlocked();
      const [by = '', hex = ''] = sealed.toString().split(':');
      if (!/^\d$/.test(by) || Number(by) > number) throw new Error('Error while decrypting the ciphertext');
      return { result: Buffer.from(hex, 'hex').toString(), shouldReEncrypt: Number(by) < number };
    },
  };
}

describe('the key that seals secrets in the desktop application', () => {
  test('is made at the first start: 32 random bytes, in a file that only this user may read', async () => {
    const key = await readSealKey(stateRoot, keyStore(1));
    expect(key).toHaveLength(32);
    expect(new Set(key).size).toBeGreaterThan(8);
    expect(readdirSync(stateRoot)).toEqual(['key.sealed']);
    if (isWindows) return;
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(statSync(stateRoot).mode & 0o777).toBe(0o700);
  });

  test('never stands in clear on the disk', async () => {
    const key = Buffer.from(await readSealKey(stateRoot, keyStore(1)));
    const file = readFileSync(keyFile());
    expect(file.includes(key)).toBe(false);
    expect(file.includes(key.toString('base64'))).toBe(false);
  });

  test('is the same at every later start, and its file is not touched', async () => {
    const key = await readSealKey(stateRoot, keyStore(1));
    const file = readFileSync(keyFile());
    expect(Buffer.from(await readSealKey(stateRoot, keyStore(1)))).toEqual(Buffer.from(key));
    expect(readFileSync(keyFile())).toEqual(file);
  });

  test('is another one in another state', async () => {
    const key = await readSealKey(stateRoot, keyStore(1));
    expect(await readSealKey(join(folder.path, 'other'), keyStore(1))).not.toEqual(key);
  });

  test('is sealed anew when the key store has a new key of its own', async () => {
    const key = Buffer.from(await readSealKey(stateRoot, keyStore(1)));
    expect(Buffer.from(await readSealKey(stateRoot, keyStore(2)))).toEqual(key);
    expect(readFileSync(keyFile(), 'utf8')).toMatch(/^2:/);
    expect(readdirSync(stateRoot)).toEqual(['key.sealed']);
    if (!isWindows) expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(Buffer.from(await readSealKey(stateRoot, keyStore(2)))).toEqual(key);
  });

  test('is as well protected after a write that was interrupted', async () => {
    mkdirSync(stateRoot);
    writeFileSync(`${keyFile()}.new`, 'half', { mode: 0o644 });
    await readSealKey(stateRoot, keyStore(1));
    expect(readdirSync(stateRoot)).toEqual(['key.sealed']);
    if (!isWindows) expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
  });
});

describe('the next key of the desktop application', () => {
  test('is sealed too, is the same until it is kept, and then is the key', async () => {
    const place = placeOf(stateRoot, keyStore(1));
    const { key, next } = await place.read();
    expect(next).toBeNull();
    const made = Buffer.from(await place.writeNext());
    expect(made).not.toEqual(Buffer.from(key));
    expect(readFileSync(`${keyFile()}.next`).includes(made.toString('base64'))).toBe(false);
    expect(Buffer.from(await place.writeNext())).toEqual(made);
    expect(await place.read()).toEqual({ key: Buffer.from(key), next: made });
    await place.keepNext();
    expect(await place.read()).toEqual({ key: made, next: null });
    await place.writeNext();
    await place.dropNext();
    expect(readdirSync(stateRoot)).toEqual(['key.sealed']);
  });

  test('is not made while the key store is not there', async () => {
    await placeOf(stateRoot, keyStore(1)).read();
    const locked = placeOf(stateRoot, keyStore(1, { isThere: false }));
    await expect(locked.writeNext()).rejects.toMatchObject({ code: 'secret.key-invalid' });
    expect(readdirSync(stateRoot)).toEqual(['key.sealed']);
  });
});

describe('a key that cannot be had is said so, and never replaced', () => {
  test('the key store is not there', async () => {
    await expect(readSealKey(stateRoot, keyStore(1, { isThere: false }))).rejects.toMatchObject({
      code: 'secret.key-invalid',
      fix: expect.stringContaining('headless'),
    });
    expect(existsSync(stateRoot)).toBe(false);
  });

  test('the key store is locked: it says to unlock it, and nothing about another key', async () => {
    await readSealKey(stateRoot, keyStore(1));
    const before = readFileSync(keyFile());
    const locked = placeOf(stateRoot, keyStore(1, { isLocked: true }));
    for (const attempt of [() => locked.read(), () => locked.writeNext()])
      await expect(attempt()).rejects.toMatchObject({
        code: 'secret.key-locked',
        fix: expect.not.stringContaining('away'),
      });
    expect(readFileSync(keyFile())).toEqual(before);
    expect(readdirSync(stateRoot)).toEqual(['key.sealed']);
  });

  test('a key store that is locked at the first start makes no key', async () => {
    await expect(readSealKey(stateRoot, keyStore(1, { isLocked: true }))).rejects.toMatchObject({
      code: 'secret.key-locked',
    });
    expect(existsSync(keyFile())).toBe(false);
  });

  test('a key that cannot be sealed anew now is used as it is', async () => {
    const key = Buffer.from(await readSealKey(stateRoot, keyStore(1)));
    const before = readFileSync(keyFile());
    const store = keyStore(2);
    const encryptStringAsync = () => Promise.reject(new Error('Temporarily unavailable, please try again.'));
    expect(Buffer.from(await readSealKey(stateRoot, { ...store, encryptStringAsync }))).toEqual(key);
    expect(readFileSync(keyFile())).toEqual(before);
  });

  test.each([
    ['sealed by a key store that is gone', '9:00'],
    ['damaged', 'somebody’s bytes'],
    ['empty', ''],
    ['too short', `1:${Buffer.from(Buffer.alloc(16).toString('base64')).toString('hex')}`],
  ])('the file is %s', async (_, content) => {
    mkdirSync(stateRoot);
    writeFileSync(keyFile(), content);
    await expect(readSealKey(stateRoot, keyStore(1))).rejects.toMatchObject({
      code: 'secret.key-invalid',
      message: 'The key store of this operating system no longer decrypts the key.',
      fix: expect.stringContaining(keyFile()),
      location: { file: keyFile() },
    });
    expect(readFileSync(keyFile(), 'utf8')).toBe(content);
  });

  test('the file cannot be read', async () => {
    mkdirSync(keyFile(), { recursive: true });
    await expect(readSealKey(stateRoot, keyStore(1))).rejects.toMatchObject({
      code: 'secret.key-invalid',
      message: expect.stringContaining('is not readable'),
    });
  });

  test('the state directory cannot be written', async () => {
    writeFileSync(stateRoot, 'a file');
    await expect(readSealKey(stateRoot, keyStore(1))).rejects.toMatchObject({
      code: 'state.unwritable',
      fix: expect.stringContaining('--state-dir'),
    });
  });
});

describe('Linux without a key store', () => {
  test('is said: what Chromium seals with then is a constant', () => {
    const place = placeOf(stateRoot, keyStore(1, { backend: 'basic_text' }));
    expect(place.keptIn).toBe('known-key');
    expect(place.problem).toMatchObject({
      code: 'secret.key-unprotected',
      severity: 'warning',
      fix: expect.stringMatching(/KWallet.*GATEHOUSE_KEY/),
    });
  });

  test.each([
    ['linux', 'gnome_libsecret'],
    ['linux', 'kwallet6'],
    // Its other answers have no meaning.
    ['darwin', 'basic_text'],
    ['win32', 'basic_text'],
  ] as const)('is not said on %s with %s', (platform, backend) => {
    const place = placeOf(stateRoot, keyStore(1, { backend }), platform);
    expect([place.keptIn, place.problem]).toEqual(['key-store', undefined]);
  });

  test('is over once there is one: the key is sealed anew and stays the same', async () => {
    const key = Buffer.from(await readSealKey(stateRoot, keyStore(1, { backend: 'basic_text' })));
    expect(Buffer.from(await readSealKey(stateRoot, keyStore(2)))).toEqual(key);
    expect(readFileSync(keyFile(), 'utf8')).toMatch(/^2:/);
  });
});
