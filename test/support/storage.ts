import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FileStorage, openFileStorage } from '#main/services/storage/index.ts';

export const storageWorkerUrl = new URL('../../src-main/services/storage/worker.ts', import.meta.url);
export const testSealKey = new Uint8Array(32).fill(7);

/** A fresh directory that is removed with `remove`. */
export function temporaryDirectory(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

type StorageOptions = Parameters<typeof openFileStorage>[1];

/** The file storage over a directory, with a fixed key unless another is given. */
export function openTestStorage(
  directory: string,
  bounds: Partial<Pick<StorageOptions, 'maxExchanges' | 'maxExchangeBytes' | 'guards'>> = {},
  sealKey: Uint8Array = testSealKey,
): Promise<FileStorage> {
  return openFileStorage(
    storageWorkerUrl,
    {
      directory,
      sealKey,
      durability: 'normal',
      maxExchanges: 1_000,
      maxExchangeBytes: 10_000_000,
      ...bounds,
    },
    (error) => {
      throw error;
    },
  );
}
