import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder, writeSynced } from '#main/platform/durable-files.ts';
import { sealKeyBytes } from '#main/platform/seal.ts';
import type { KeysAtHand } from '#main/platform/sealing.ts';
import type { KeyPlaceName } from '#shared/api/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';

/** Where the key of one state is kept, and how it is replaced. */
export interface SealKeyStore {
  readonly keptIn: KeyPlaceName;
  /** A problem with the way the key is kept. */
  readonly problem?: Problem;
  /**
   * The key, made at the first start, and the next one where a rotation was begun and not ended.
   * @throws secret.key-invalid, secret.key-locked, secret.key-missing, state.unwritable
   */
  read(): Promise<KeysAtHand>;
  /**
   * A random key, durable beside the present one; the same again until it is kept or dropped.
   * @throws secret.key-fixed, secret.key-invalid, state.unwritable
   */
  writeNext(): Promise<Uint8Array>;
  /** The next key takes the place of the present one. */
  keepNext(): Promise<void>;
  dropNext(): Promise<void>;
}

/** The form of a key in its file. */
export interface KeyForm {
  readonly keptIn: KeyPlaceName;
  readonly fileName: string;
  write(key: Uint8Array): Promise<Uint8Array | string>;
  /** @throws secret.key-invalid, secret.key-locked */
  read(content: Buffer, file: string): Promise<{ readonly key: Uint8Array; readonly isOutdated: boolean }>;
}

/**
 * A key in a file that only this user may read. A state that was begun before states had keys of their own takes over
 * the one of the root.
 */
export function fileKeyStore(
  form: KeyForm,
  files: {
    readonly own: string;
    readonly ofRoot: string;
    readonly hasState: () => boolean;
    /** Returns true if the folder holds something that only the key opens. */
    readonly holdsSealed: () => boolean;
    /** True if a state whose key is gone gets a new one: anything sealed under the old one cannot be read then. */
    readonly mayBeginAnew: boolean;
  },
): SealKeyStore {
  const { own } = files;
  const next = `${own}.next`;

  async function readKey(file: string): Promise<Uint8Array | null> {
    const content = readIfThere(file);
    if (content === null) return null;
    const { key, isOutdated } = await form.read(content, file);
    // The file that is there opens too: that it cannot be renewed now is no reason not to start.
    if (isOutdated) await writeKey(file, key).catch(() => undefined);
    return key;
  }

  async function writeKey(file: string, key: Uint8Array): Promise<void> {
    replaceFile(file, await form.write(key));
  }

  async function firstKey(): Promise<Uint8Array> {
    const ofRoot = files.ofRoot !== own && files.hasState() ? await readKey(files.ofRoot) : null;
    if (ofRoot === null && !files.mayBeginAnew && files.holdsSealed()) throw missing(own);
    const key = ofRoot ?? randomBytes(sealKeyBytes);
    const content = await form.write(key);
    // Another process may be as far: the key that is there first is the one.
    for (let tries = 0; tries < 5; tries += 1) {
      if (placeFile(own, content)) return key;
      const there = await readKey(own);
      if (there === null) continue;
      rmSync(`${own}.new`, { force: true });
      return there;
    }
    await writeKey(own, key);
    return key;
  }

  return {
    keptIn: form.keptIn,
    read: async () => ({ key: (await readKey(own)) ?? (await firstKey()), next: await readKey(next) }),
    async writeNext() {
      const begun = await readKey(next);
      if (begun !== null) return begun;
      const key = randomBytes(sealKeyBytes);
      await writeKey(next, key);
      return key;
    },
    async keepNext() {
      attempt(own, () => renameSync(next, own));
      syncFolder(dirname(own));
    },
    async dropNext() {
      attempt(own, () => rmSync(next, { force: true }));
    },
  };
}

function missing(file: string): GatehouseError {
  return new GatehouseError(
    'secret.key-missing',
    `The key of this state is missing: ${file} does not exist.`,
    {
      fix: 'Restore it from a backup or set GATEHOUSE_KEY. Otherwise, start once with --new-key: values encrypted with the old key are then not readable.',
      location: { file },
    },
  );
}

// Only a missing file may lead to a new key; otherwise a key that cannot be read right now would be replaced.
function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new GatehouseError('secret.key-invalid', `The key ${file} is not readable.`, {
      fix: 'Give this user permission to read it, and restart Gatehouse.',
      location: { file },
      cause,
    });
  }
}

/** The file has the content wholly and durably, or is as it was. */
function replaceFile(file: string, content: Uint8Array | string): void {
  attempt(file, () => {
    writeBeside(file, content);
    renameSync(`${file}.new`, file);
  });
  syncFolder(dirname(file));
}

/** Puts a file where there is none; false: another process is at it, or was faster. */
function placeFile(file: string, content: Uint8Array | string): boolean {
  return attempt(file, () => {
    try {
      writeBeside(file, content);
      linkSync(`${file}.new`, file);
      rmSync(`${file}.new`, { force: true });
      syncFolder(dirname(file));
      return true;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      // Systems without links say so by another code; there the last of two wins.
      if (['EEXIST', 'ENOENT', 'EPERM', 'ENOTSUP', 'ENOSYS'].includes(String(code))) return false;
      throw error;
    }
  });
}

function writeBeside(file: string, content: Uint8Array | string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // A file left by an interrupted write would keep its own mode.
  rmSync(`${file}.new`, { force: true });
  writeSynced(`${file}.new`, content, { atOpen: 0o600 });
}

function attempt<T>(file: string, change: () => T): T {
  try {
    return change();
  } catch (cause) {
    throw new GatehouseError('state.unwritable', `The state directory ${dirname(file)} is not writable.`, {
      fix: 'Give this user write permission, or choose another directory with --state-dir.',
      cause,
    });
  }
}
