import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
 * @throws secret.key-invalid when the key store is not there, or no longer opens the key; state.unwritable
 */
export async function readSealKey(stateRoot: string, keyStore: KeyStore): Promise<Uint8Array> {
  if (!(await keyStore.isAsyncEncryptionAvailable()))
    throw new GatehouseError('secret.key-invalid', 'The key store of this system is not available.', {
      fix: 'Unlock it and start Gatehouse again, or use the headless host with a key file.',
    });
  const file = join(stateRoot, 'key.sealed');
  const sealed = readIfThere(file);
  if (sealed !== null) return open(file, sealed, keyStore);
  const key = randomBytes(sealKeyBytes);
  await write(file, key, keyStore);
  return key;
}

// Only a file that is not there may lead to a new key: it would replace one that merely cannot be read at present.
function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new GatehouseError('secret.key-invalid', `The sealed key ${file} cannot be read.`, {
      fix: 'Make it readable for this user, and start Gatehouse again.',
      location: { file },
      cause,
    });
  }
}

async function open(file: string, sealed: Buffer, keyStore: KeyStore): Promise<Uint8Array> {
  const { result, shouldReEncrypt } = await keyStore.decryptStringAsync(sealed).catch((cause: unknown) => {
    throw notOpened(file, cause);
  });
  const key = Buffer.from(result, 'base64');
  if (key.length !== sealKeyBytes) throw notOpened(file, new Error(`It has ${key.length} bytes.`));
  if (shouldReEncrypt) await write(file, key, keyStore);
  return key;
}

function notOpened(file: string, cause: unknown): GatehouseError {
  return new GatehouseError(
    'secret.key-invalid',
    'The key store of this system does not open the key any more.',
    {
      fix: `Move ${file} away to begin with a new key; what was sealed under the old one cannot be read.`,
      location: { file },
      cause,
    },
  );
}

async function write(file: string, key: Buffer, keyStore: KeyStore): Promise<void> {
  const sealed = await keyStore.encryptStringAsync(key.toString('base64'));
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // What an interrupted write left behind would keep its own mode.
    rmSync(`${file}.new`, { force: true });
    writeFileSync(`${file}.new`, sealed, { mode: 0o600, flag: 'wx' });
    renameSync(`${file}.new`, file);
  } catch (cause) {
    throw new GatehouseError('state.unwritable', `The state directory ${dirname(file)} cannot be written.`, {
      fix: 'Make it writable for this user, or give another with --state-dir.',
      cause,
    });
  }
}
