import { writeAt } from '#main/platform/write-at.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { sourcePath } from './import-folder.ts';
import type { OpenImport } from './open-import.ts';

/** Takes a piece of the file of an import, one at a time; returns the received size. @throws import.upload */
export async function takePiece(open: OpenImport, offset: number, bytes: Buffer): Promise<number> {
  const { receivedBytes, state } = open.status;
  const received = offset + bytes.length;
  const follows = state === 'receiving' && offset === receivedBytes && received <= open.job.source.sizeBytes;
  if (!follows || open.isReceiving)
    throw new GatehouseError(
      'import.upload',
      `The part at offset ${offset} does not follow the received data.`,
      {
        fix: `Continue at offset ${receivedBytes}.`,
      },
    );
  open.isReceiving = true;
  try {
    await writeAt(sourcePath(open.folder, open.job), offset, bytes);
    const isWhole = received === open.job.source.sizeBytes;
    open.note({ receivedBytes: received, ...(isWhole ? { state: 'editing' as const } : {}) });
    return received;
  } finally {
    open.isReceiving = false;
  }
}
