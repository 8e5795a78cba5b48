import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SafeStorage } from 'electron';
import { sealKeyBytes } from '#main/platform/seal.ts';
import { GatehouseError } from '#shared/errors/index.ts';

/** What is used of Electron's safeStorage: its asynchronous interface. */
export type KeyStore = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
>;

/**
 * The key that seals stored secrets, itself encrypted by the system's key store and kept in the state.
 * @throws secret.key-invalid when the key store is not there, or no longer opens the key
 */
export async function readSealKey(stateRoot: string, keyStore: KeyStore): Promise<Uint8Array> {
  if (!(await keyStore.isAsyncEncryptionAvailable()))
    throw new GatehouseError('secret.key-invalid', 'The key store of this system is not available.', {
      fix: 'Unlock it and start Gatehouse again, or use the headless host with a key file.',
    });
  const file = join(stateRoot, 'key.sealed');
  const sealed = readIfThere(file);
  if (sealed === null) return create(file, stateRoot, keyStore);
  try {
    const { result, shouldReEncrypt } = await keyStore.decryptStringAsync(sealed);
    if (shouldReEncrypt) await write(file, result, keyStore);
    return Buffer.from(result, 'base64');
  } catch (cause) {
    throw new GatehouseError(
      'secret.key-invalid',
      'The key store of this system does not open the key any more.',
      {
        fix: `Move ${file} away to begin with a new key; what was sealed under the old one cannot be read.`,
        location: { file },
        cause,
      },
    );
  }
}

function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

async function create(file: string, stateRoot: string, keyStore: KeyStore): Promise<Uint8Array> {
  mkdirSync(stateRoot, { recursive: true, mode: 0o700 });
  const key = randomBytes(sealKeyBytes);
  await write(file, key.toString('base64'), keyStore);
  return key;
}

async function write(file: string, text: string, keyStore: KeyStore): Promise<void> {
  writeFileSync(`${file}.new`, await keyStore.encryptStringAsync(text), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
