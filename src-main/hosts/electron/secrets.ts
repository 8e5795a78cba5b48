import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SafeStorage } from 'electron';
import { fileKeyPlace, type KeyForm, type KeyPlace } from '#main/hosts/keys/key-place.ts';
import { holdsSealedValues, stateFile } from '#main/hosts/keys/sealed-state.ts';
import { sealKeyBytes } from '#main/platform/seal.ts';
import { GatehouseError } from '#shared/errors/index.ts';

/** What is used of Electron's safeStorage: its asynchronous interface. */
export type KeyStore = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
>;

/** The key of a state, itself encrypted by the system's key store and kept in the state directory. */
export function keyStorePlace(
  stateDirectory: string,
  stateRoot: string,
  keyStore: KeyStore,
  mayBeginAnew = false,
): KeyPlace {
  const form = sealedForm(keyStore);
  const place = fileKeyPlace(form, {
    own: join(stateDirectory, form.fileName),
    ofRoot: join(stateRoot, form.fileName),
    hasState: () => existsSync(stateFile(stateDirectory)),
    holdsSealed: () => holdsSealedValues(stateDirectory),
    mayBeginAnew,
  });
  return {
    ...place,
    async read() {
      await requireKeyStore(keyStore);
      return place.read();
    },
    async writeNext() {
      await requireKeyStore(keyStore);
      return place.writeNext();
    },
  };
}

async function requireKeyStore(keyStore: KeyStore): Promise<void> {
  if (await keyStore.isAsyncEncryptionAvailable()) return;
  throw new GatehouseError('secret.key-invalid', 'The key store of this system is not available.', {
    fix: 'Unlock it and start Gatehouse again, or use the headless host with a key file.',
  });
}

function sealedForm(keyStore: KeyStore): KeyForm {
  return {
    keptIn: 'key-store',
    fileName: 'key.sealed',
    write: (key) => keyStore.encryptStringAsync(Buffer.from(key).toString('base64')),
    async read(content, file) {
      const { result, shouldReEncrypt } = await keyStore
        .decryptStringAsync(content)
        .catch((cause: unknown) => {
          throw notOpened(file, cause);
        });
      const key = Buffer.from(result, 'base64');
      if (key.length !== sealKeyBytes) throw notOpened(file, new Error(`It has ${key.length} bytes.`));
      return { key, isOutdated: shouldReEncrypt };
    },
  };
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
