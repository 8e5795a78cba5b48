import { open } from 'node:fs/promises';

/** Reads up to so many bytes of a file from an offset; `sizeBytes` is that of the whole file. */
export async function bytesAt(
  path: string,
  offset: number,
  maxBytes: number,
): Promise<{ readonly bytes: Buffer; readonly sizeBytes: number }> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, offset);
    const { size } = await file.stat();
    return { bytes: buffer.subarray(0, bytesRead), sizeBytes: size };
  } finally {
    await file.close();
  }
}
