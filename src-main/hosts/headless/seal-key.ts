import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileKeyStore, type KeyForm, type SealKeyStore } from '#main/hosts/keys/key-store.ts';
import { holdsSealedValues, stateFile } from '#main/hosts/keys/sealed-state.ts';
import { sealKeyBytes } from '#main/platform/seal.ts';
import { GatehouseError } from '#shared/errors/index.ts';

const keyVariable = 'GATEHOUSE_KEY';
const newKeyVariable = 'GATEHOUSE_NEW_KEY';

/** 32 bytes in Base64, in a file of mode 0600. */
const plainForm: KeyForm = {
  keptIn: 'file',
  fileName: 'key',
  write: async (key) => `${Buffer.from(key).toString('base64')}\n`,
  read: async (content, file) => ({ key: checked(content.toString('utf8'), file), isOutdated: false }),
};

/** The key of a state: `GATEHOUSE_KEY` (32 bytes in Base64) where it is given, else a file in the state directory. */
export function headlessKeyStore(
  stateDirectory: string,
  stateRoot: string,
  environment: NodeJS.ProcessEnv,
  mayBeginAnew = false,
): SealKeyStore {
  const given = environment[keyVariable] ?? '';
  if (given !== '') return environmentKeyStore(given, environment[newKeyVariable] ?? '');
  return fileKeyStore(plainForm, {
    own: join(stateDirectory, plainForm.fileName),
    ofRoot: join(stateRoot, plainForm.fileName),
    hasState: () => existsSync(stateFile(stateDirectory)),
    holdsSealed: () => holdsSealedValues(stateDirectory),
    mayBeginAnew,
  });
}

/** Keeps a key with the person who starts the process: it becomes the key that they provide. */
function environmentKeyStore(given: string, newGiven: string): SealKeyStore {
  let isKept = false;
  const next = () => (newGiven === '' ? null : checked(newGiven, newKeyVariable));
  return {
    keptIn: 'environment',
    read: async () => ({ key: checked(given, keyVariable), next: next() }),
    async writeNext() {
      const key = next();
      if (key === null || isKept) throw keyFixed();
      return key;
    },
    async keepNext() {
      isKept = true;
    },
    async dropNext() {},
  };
}

function keyFixed(): GatehouseError {
  return new GatehouseError(
    'secret.key-fixed',
    `${keyVariable} sets the key, so it cannot be changed here.`,
    {
      fix: `Start with the new key in ${newKeyVariable} in addition, and change the key. Then set ${keyVariable} to the new key.`,
    },
  );
}

function checked(text: string, source: string): Uint8Array {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === sealKeyBytes) return key;
  throw new GatehouseError('secret.key-invalid', `${source} does not contain 32 bytes in Base64.`, {
    fix: 'Restore the correct key there. With another key, stored secrets are not readable.',
    location: { file: source },
  });
}
