import { closeSync, openSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { GatehouseError } from '#shared/errors/index.ts';
import type { TaskContext } from './tasks.ts';

const chunkBytes = 131_072;
const newline = 10;

/**
 * Gives a file of lines in pieces of whole lines, with the place where each begins; between pieces the thread hears of
 * other things. A piece holds until the next is given.
 * @throws engine.stopped
 */
export async function eachPiece(
  file: string,
  { signal, onProgress }: TaskContext,
  take: (bytes: Buffer, offset: number) => void,
): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    // The rest of a line at the end of a piece moves to the beginning, where the next piece is read behind it.
    let buffer = Buffer.allocUnsafe(chunkBytes);
    let kept = 0;
    for (let done = 0; ; ) {
      if (signal.aborted) throw new GatehouseError('engine.stopped', 'The job was stopped.');
      if (kept === buffer.length) buffer = Buffer.concat([buffer], kept * 2);
      const { bytesRead } = await handle.read(buffer, kept, buffer.length - kept, done);
      const bytes = buffer.subarray(0, kept + bytesRead);
      // A last line may have no end.
      const end = bytesRead === 0 ? bytes.length : bytes.lastIndexOf(newline) + 1;
      if (end > 0) take(bytes.subarray(0, end), done - kept);
      done += bytesRead;
      if (bytesRead === 0) return;
      bytes.copyWithin(0, end);
      kept = bytes.length - end;
      onProgress(done, size);
    }
  } finally {
    await handle.close();
  }
}

/**
 * Gives each line of a file of JSON lines, parsed, with its number from 0. JSON has no line end within a text, so that
 * a piece of lines is parsed at once as one array: to parse line by line takes half as long again.
 * @throws engine.stopped
 */
export async function eachLine(
  file: string,
  context: TaskContext,
  take: (value: unknown, index: number) => void,
): Promise<void> {
  let index = 0;
  await eachPiece(file, context, (bytes) => {
    const text = bytes.toString('utf8', 0, bytes.at(-1) === newline ? bytes.length - 1 : bytes.length);
    for (const value of JSON.parse(`[${text.replaceAll('\n', ',')}]`) as unknown[]) {
      take(value, index);
      index += 1;
    }
  });
}

/** Gives where each line of a piece begins and ends in it. */
export function eachSpan(bytes: Buffer, take: (begin: number, end: number) => void): void {
  for (let begin = 0; begin < bytes.length; ) {
    const found = bytes.indexOf(newline, begin);
    const end = found === -1 ? bytes.length : found;
    take(begin, end);
    begin = end + 1;
  }
}

/** Writes texts to a file one after another, in large pieces; this thread does nothing besides. */
export interface TextWriter {
  /** Gives the bytes that the text takes. */
  write(text: string): number;
  close(): void;
}

const writeBytes = 1_048_576;

/** Makes a file, or empties it, to be written; `onBytes` sees everything that is. */
export function createTextWriter(file: string, onBytes: (bytes: Buffer) => void = () => {}): TextWriter {
  const descriptor = openSync(file, 'w', 0o600);
  const buffer = Buffer.allocUnsafe(writeBytes);
  let used = 0;

  function writeAll(bytes: Buffer): void {
    onBytes(bytes);
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
  }

  function flush(): void {
    writeAll(buffer.subarray(0, used));
    used = 0;
  }

  return {
    write(text) {
      // A unit of UTF-16 takes three bytes at most.
      if (text.length * 3 > writeBytes - used) flush();
      if (text.length * 3 > writeBytes) {
        const bytes = Buffer.from(text);
        writeAll(bytes);
        return bytes.length;
      }
      const length = buffer.write(text, used);
      used += length;
      return length;
    },
    close() {
      try {
        flush();
      } finally {
        closeSync(descriptor);
      }
    },
  };
}
