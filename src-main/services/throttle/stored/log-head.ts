import { Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import { bytesAt } from '#main/platform/bytes-at.ts';
import type { TraceKind } from '#shared/throttle/traffic/trace-formats.ts';
import { isGzipHead, type LogFileInput } from './log-bytes.ts';

const headBytes = 65_536;

/** The beginning of a file as text. */
export interface FileHead {
  readonly text: string;
  readonly isPacked: boolean;
  /** True if more of the file can follow, so that the last line may be a part of one. */
  readonly isCut: boolean;
}

/** Reads the beginning of a file, unpacked where it is packed. */
export async function headOfFile({ path }: Pick<LogFileInput, 'path'>): Promise<FileHead> {
  const { bytes } = await bytesAt(path, 0, headBytes);
  const isPacked = isGzipHead(bytes);
  const plain = isPacked ? await unpacked(bytes) : bytes;
  const isCut = bytes.length === headBytes || plain.length === headBytes;
  return { text: new TextDecoder().decode(plain), isPacked, isCut };
}

/** The format that the name of a file tells: a table of one column has nothing in its text that does. */
export function formatOfName(name: string): TraceKind | null {
  return /\.(?:csv|tsv)(?:\.gz)?$/i.test(name) ? 'csv' : null;
}

/** The beginning of what a cut piece of gzip holds, up to where it is broken. */
async function unpacked(bytes: Buffer): Promise<Buffer> {
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    // A piece can hold a thousand times its size: no more of it is unpacked than is looked at.
    for await (const piece of Readable.from([bytes]).pipe(gunzip)) {
      pieces.push(piece as Buffer);
      length += (piece as Buffer).length;
      if (length >= headBytes) break;
    }
  } catch {
    // Reading the whole file says what is wrong with it.
  }
  return Buffer.concat(pieces).subarray(0, headBytes);
}
