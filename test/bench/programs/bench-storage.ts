import { type FileStorage, openFileStorage } from '#main/services/storage/index.ts';

const sealKeyBytes = 32;
const workerUrl = new URL('../../../src-main/services/storage/worker.ts', import.meta.url);

/** The state on disk with the bounds that the engine gives it, in a worker. */
export function openBenchStorage(directory: string): Promise<FileStorage> {
  return openFileStorage(
    workerUrl,
    {
      directory,
      sealKey: new Uint8Array(sealKeyBytes).fill(7),
      durability: 'normal',
      maxExchanges: 100_000,
      maxExchangeBytes: 512 * 1_048_576,
    },
    (error) => {
      throw error;
    },
  );
}
