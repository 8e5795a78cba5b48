import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { constants, createGunzip } from 'node:zlib';
import { bytesAt } from '#main/platform/bytes-at.ts';
import type { Utf8 } from '#main/services/throttle/pure/import/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';

const pieceBytes = 262_144;
/** After so many pieces messages are let in. */
const piecesAtOnce = 8;

/** Facts about a file that was read to its end. */
export interface FileFacts {
  readonly sizeBytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/** How a file is read: `name` is what messages call it. */
export interface LogFileInput {
  readonly path: string;
  readonly name: string;
}

/** Tests whether bytes are the first ones of a file that is packed with gzip. RFC 1952 §2.3.1 */
export function isGzipHead(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Makes texts of bytes with the platform's decoder. */
export const utf8: Utf8 = {
  textOf: (bytes, from, to) => Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8'),
  decoder() {
    const decoder = new TextDecoder();
    return (piece) => (piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true }));
  },
};

/**
 * Gives the bytes of a log piece by piece, unpacked where it is packed; `took` hears how many bytes of the file were
 * read.
 * @throws traffic.gzip-broken, traffic.import-invalid where it cannot be read
 */
export async function readPieces(
  { path, name }: LogFileInput,
  take: (piece: Uint8Array) => void,
  took: (bytes: number) => void,
): Promise<FileFacts> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  async function* raw(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const bytes of pieces) {
      hash.update(bytes);
      sizeBytes += bytes.length;
      took(bytes.length);
      yield bytes;
    }
  }
  const isPacked = await opened(path, name);
  // The stream that unpacks keeps pieces until it gets to them.
  const pieces = isPacked
    ? unpacked(raw(createReadStream(path, { highWaterMark: pieceBytes })))
    : raw(passingPieces(path));
  try {
    for await (const piece of pieces) take(piece as Buffer);
  } catch (error) {
    throw isPacking(error) ? broken(name, error) : error;
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

/**
 * The pieces of a file, each valid until the next one is asked for. They are read at once, where they are needed: a thread
 * that reads ahead costs more than it saves a worker that has nothing else to do.
 */
async function* passingPieces(path: string): AsyncGenerator<Buffer> {
  const file = openSync(path, 'r');
  const piece = Buffer.allocUnsafeSlow(pieceBytes);
  try {
    for (let turn = 1; ; turn += 1) {
      const bytesRead = readSync(file, piece, 0, pieceBytes, null);
      if (bytesRead === 0) return;
      yield piece.subarray(0, bytesRead);
      if (turn % piecesAtOnce === 0) await setImmediate();
    }
  } finally {
    closeSync(file);
  }
}

async function opened(path: string, name: string): Promise<boolean> {
  try {
    const { bytes } = await bytesAt(path, 0, 2);
    return isGzipHead(bytes);
  } catch (cause) {
    throw new GatehouseError('traffic.import-invalid', `${name} cannot be read.`, {
      fix: 'Check that the file exists and is readable.',
      cause,
    });
  }
}

function unpacked(raw: AsyncGenerator<Buffer>): AsyncIterable<unknown> {
  const gunzip = createGunzip({ chunkSize: pieceBytes });
  const source = Readable.from(raw, { objectMode: false });
  source.once('error', (error) => gunzip.destroy(error));
  return source.pipe(gunzip);
}

function isPacking(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

function broken(name: string, cause: unknown): GatehouseError {
  const isCut = (cause as { readonly errno?: unknown }).errno === constants.Z_BUF_ERROR;
  return new GatehouseError(
    'traffic.gzip-broken',
    isCut ? `The gzip file ${name} is truncated.` : `The gzip file ${name} is corrupt.`,
    { fix: 'Copy the file again, or decompress the readable part and import that.', cause },
  );
}
