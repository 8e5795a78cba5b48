import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolder } from '#main/platform/remove-folder.ts';
import { writeAt } from '#main/platform/write-at.ts';
import { GatehouseError } from '#shared/errors/index.ts';

/** A log that is sent: it has the name that the sender gave it, and lies under another one. */
export interface UploadedFile {
  readonly path: string;
  readonly name: string;
  readonly sizeBytes: number;
  receivedBytes: number;
  isReceiving: boolean;
}

/** Files that are sent piece by piece. */
export interface Uploads {
  begin(
    id: string,
    files: readonly { readonly name: string; readonly sizeBytes: number }[],
  ): readonly UploadedFile[];
  /** Takes the next piece of a file; returns how many of its bytes have arrived. @throws import.upload */
  take(file: UploadedFile, offset: number, bytes: Buffer): Promise<number>;
  remove(id: string): void;
  /** Removes everything that was sent. */
  clear(): void;
}

/** Puts what is sent into a folder, which only the owner may read. */
export function createUploads(directory: string): Uploads {
  return {
    begin(id, files) {
      const folder = join(directory, id);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return files.map(({ name, sizeBytes }, index) => {
        const path = join(folder, String(index));
        writeFileSync(path, '', { mode: 0o600 });
        return { path, name, sizeBytes, receivedBytes: 0, isReceiving: false };
      });
    },
    async take(file, offset, bytes) {
      const { receivedBytes, sizeBytes } = file;
      if (file.isReceiving || offset !== receivedBytes || offset + bytes.length > sizeBytes)
        throw new GatehouseError(
          'import.upload',
          `The chunk at offset ${offset} does not follow the bytes received so far.`,
          {
            fix: `Continue at offset ${receivedBytes}.`,
          },
        );
      file.isReceiving = true;
      try {
        await writeAt(file.path, offset, bytes);
        file.receivedBytes += bytes.length;
        return file.receivedBytes;
      } finally {
        file.isReceiving = false;
      }
    },
    remove: (id) => removeFolder(join(directory, id)),
    clear: () => removeFolder(directory),
  };
}
