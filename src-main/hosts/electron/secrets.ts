import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SafeStorage } from 'electron';
import { fileKeyStore, type KeyForm, type SealKeyStore } from '#main/hosts/keys/key-store.ts';
import { holdsSealedValues, stateFile } from '#main/hosts/keys/sealed-state.ts';
import { sealKeyBytes } from '#main/platform/seal.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';

/**
 * The part of Electron's safeStorage in use: its asynchronous interface, and the backend that it seals with on Linux.
 */
export type KeyStore = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>;

/** How the key of the desktop application is kept. */
export interface KeyStoreOptions {
  readonly keyStore: KeyStore;
  readonly platform: NodeJS.Platform;
  /** True if a state whose key is gone gets a new one. */
  readonly mayBeginAnew?: boolean;
}

/** The key of a state, itself encrypted by the system's key store and kept in the state directory. */
export function systemKeyStore(
  stateDirectory: string,
  stateRoot: string,
  { keyStore, platform, mayBeginAnew = false }: KeyStoreOptions,
): SealKeyStore {
  const isProtected = hasKeyStore(keyStore, platform);
  const form = sealedForm(keyStore, isProtected ? 'key-store' : 'known-key');
  const location = fileKeyStore(form, {
    own: join(stateDirectory, form.fileName),
    ofRoot: join(stateRoot, form.fileName),
    hasState: () => existsSync(stateFile(stateDirectory)),
    holdsSealed: () => holdsSealedValues(stateDirectory),
    mayBeginAnew,
  });
  return {
    ...location,
    ...(isProtected ? {} : { problem: unprotected() }),
    async read() {
      await requireKeyStore(keyStore);
      return location.read();
    },
    async writeNext() {
      await requireKeyStore(keyStore);
      return location.writeNext();
    },
  };
}

/** Without a key store Chromium on Linux encrypts with a constant key, and says that encryption is available. */
function hasKeyStore(keyStore: KeyStore, platform: NodeJS.Platform): boolean {
  return platform !== 'linux' || keyStore.getSelectedStorageBackend() !== 'basic_text';
}

function unprotected(): Problem {
  return new GatehouseError(
    'secret.key-unprotected',
    'This operating system has no key store, so stored secrets are encrypted with a publicly known key.',
    {
      fix: 'Set up GNOME Keyring or KWallet and restart Gatehouse, or use the headless host with GATEHOUSE_KEY.',
    },
  ).toProblem('warning');
}

async function requireKeyStore(keyStore: KeyStore): Promise<void> {
  if (await keyStore.isAsyncEncryptionAvailable()) return;
  throw new GatehouseError('secret.key-invalid', 'The key store of this operating system is not available.', {
    fix: 'Unlock it and restart Gatehouse, or use the headless host with a key file.',
  });
}

/** Runs what needs the key store; one that is locked is no reason to give a key up. */
async function unlocked<T>(use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (cause) {
    if (!/temporarily unavailable/i.test(String(cause))) throw cause;
    throw new GatehouseError('secret.key-locked', 'The key store of this operating system is locked.', {
      fix: 'Unlock it and restart Gatehouse. Do not move the key file: no data is lost.',
      cause,
    });
  }
}

function sealedForm(keyStore: KeyStore, keptIn: KeyForm['keptIn']): KeyForm {
  return {
    keptIn,
    fileName: 'key.sealed',
    write: (key) => unlocked(() => keyStore.encryptStringAsync(Buffer.from(key).toString('base64'))),
    async read(content, file) {
      const { result, shouldReEncrypt } = await unlocked(() => keyStore.decryptStringAsync(content)).catch(
        (error: unknown) => {
          throw error instanceof GatehouseError ? error : notOpened(file, error);
        },
      );
      const key = Buffer.from(result, 'base64');
      if (key.length !== sealKeyBytes) throw notOpened(file, new Error(`The key has ${key.length} bytes.`));
      return { key, isOutdated: shouldReEncrypt };
    },
  };
}

function notOpened(file: string, cause: unknown): GatehouseError {
  return new GatehouseError(
    'secret.key-invalid',
    'The key store of this operating system no longer decrypts the key.',
    {
      fix: `Start as the same user and in the same session type as before. If that key store is lost, move ${file} away to start with a new key. Values encrypted with the old key are then not readable.`,
      location: { file },
      cause,
    },
  );
}
