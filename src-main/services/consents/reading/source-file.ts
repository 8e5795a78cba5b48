import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { encodings, markBytes } from '#shared/consents/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';

const chunkBytes = 262_144;

/** How a reader is stopped, and tells how far it is; `total` is null where it is not known. */
export interface ReadingContext {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number | null) => void;
}

/** Facts about a file when it was read whole. */
export interface SourceFacts {
  readonly sizeBytes: number;
  /** Hex. */
  readonly sha256: string;
  /** True if the file begins with a byte order mark. */
  readonly hasMark: boolean;
}

/**
 * Reads an open file from its begin to its end, piece by piece, and takes its hash on the way. A piece holds until the
 * one after the next is read.
 * @throws engine.stopped
 */
export async function readHandle(
  handle: FileHandle,
  sizeBytes: number,
  { signal, onProgress }: ReadingContext,
  take: (bytes: Buffer) => Promise<void>,
): Promise<SourceFacts> {
  const hash = createHash('sha256');
  let pieces = [Buffer.allocUnsafe(chunkBytes), Buffer.allocUnsafe(chunkBytes)] as const;
  let done = 0;
  let hasMark = false;
  for (;;) {
    if (signal.aborted) throw readingStopped();
    const [piece, other] = pieces;
    const { bytesRead } = await handle.read(piece, 0, chunkBytes, done);
    if (bytesRead === 0) return { sizeBytes: done, sha256: hash.digest('hex'), hasMark };
    const bytes = piece.subarray(0, bytesRead);
    hash.update(bytes);
    if (done === 0) hasMark = encodings.some((encoding) => markBytes(bytes, encoding) > 0);
    await take(bytes);
    done += bytesRead;
    onProgress(done, sizeBytes);
    pieces = [other, piece];
  }
}

/**
 * Works on an open file, and discards the result if the file was changed or replaced meanwhile.
 * @throws import.source-missing, import.source-changed
 */
export async function whileUnchanged<T>(
  file: string,
  work: (handle: FileHandle, sizeBytes: number) => Promise<T>,
): Promise<T> {
  const handle = await openSource(file);
  try {
    const before = await handle.stat();
    const done = await settled(work(handle, before.size));
    // A changing file causes misleading errors: the change is reported first.
    if (!isSame(before, await handle.stat()) || !isSame(before, await stat(file).catch(() => null)))
      throw sourceChanged(file);
    if ('error' in done) throw done.error;
    return done.value;
  } finally {
    await handle.close();
  }
}

async function settled<T>(work: Promise<T>): Promise<{ readonly value: T } | { readonly error: unknown }> {
  try {
    return { value: await work };
  } catch (error) {
    return { error };
  }
}

function isSame(before: Stats, after: Stats | null): boolean {
  return (
    after !== null &&
    after.ino === before.ino &&
    after.size === before.size &&
    after.mtimeMs === before.mtimeMs
  );
}

/** Opens a file to be read. @throws import.source-missing */
export async function openSource(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'r');
  } catch (cause) {
    throw new GatehouseError('import.source-missing', `The file ${file} is not readable.`, {
      cause,
      fix: 'Choose the file again. It was moved or deleted, or you do not have permission to read it.',
    });
  }
}

/** Says that somebody wanted no more. */
export function readingStopped(): GatehouseError {
  return new GatehouseError('engine.stopped', 'Reading the file was stopped.');
}

function sourceChanged(file: string): GatehouseError {
  return new GatehouseError('import.source-changed', `The file ${file} changed while it was read.`, {
    cause: new Error('Its size or modification time changed, or the file was replaced.'),
    fix: 'Wait until no program writes to it, then read it again. No rows were saved.',
  });
}
