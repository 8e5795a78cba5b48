import type { FileHandle } from 'node:fs/promises';
import type { Reading, SourcePreview } from '#shared/consents/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { previewSource } from './readers.ts';
import { openSource, type ReadingContext } from './source-file.ts';

const headBytes = 262_144;
/** Places of a large file that are looked at for its encoding, besides its head. */
const samples = 15;
const sampleBytes = 65_536;

/**
 * Reads the head of a file, and proposes how to read it; given settings are used, and the others are guessed.
 * @throws import.source-missing, import.source-empty, and errors of the reader of workbooks
 */
export async function preview(
  { file, given }: { readonly file: string; readonly given: Partial<Reading> },
  { signal }: Pick<ReadingContext, 'signal'>,
): Promise<SourcePreview> {
  const handle = await openSource(file);
  try {
    const { size } = await handle.stat();
    if (size === 0) throw emptyFile();
    const head = await readAt(handle, 0, headBytes);
    const look = { file, head, sizeBytes: size, samples: () => readSamples(handle, size) };
    return await previewSource(look, given, signal);
  } finally {
    await handle.close();
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function readSamples(handle: FileHandle, size: number): Promise<readonly Buffer[]> {
  const rest = size - headBytes - sampleBytes;
  if (rest <= 0) return size <= headBytes ? [] : [await readAt(handle, headBytes, sampleBytes * 2)];
  return Promise.all(
    Array.from({ length: samples }, (_, index) =>
      // Even places, so that a unit of UTF-16 is not cut.
      readAt(handle, headBytes + (Math.floor((rest * index) / (samples - 1)) & ~1), sampleBytes),
    ),
  );
}

function emptyFile(): GatehouseError {
  return new GatehouseError('import.source-empty', 'The file is empty.', {
    cause: new Error('The file has 0 bytes.'),
    fix: 'Choose another file.',
  });
}
