import { open } from 'node:fs/promises';

/** Writes bytes at an offset of a file that is there, however many writes that takes. */
export async function writeAt(path: string, offset: number, bytes: Buffer): Promise<void> {
  const file = await open(path, 'r+');
  try {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, offset + done);
      done += bytesWritten;
    }
  } finally {
    await file.close();
  }
}
