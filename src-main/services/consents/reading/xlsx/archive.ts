import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import {
  findZipEnd,
  isZipLocal,
  maxZipEndBytes,
  readZipLocal,
  type ZipEntry,
  zipEntries,
  zipLocalBytes,
} from '#main/platform/zip-format.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { readingStopped } from '../source-file.ts';

/** Maximum size of an inflated part, in bytes; sheets of a million rows have a tenth of that. */
const maxInflatedBytes = 2_147_483_648;
/** Sheets are packed ten- to fiftyfold; a bomb a thousandfold. Small parts may be anything. */
const maxRatio = 200;
const ratioFreeBytes = 16_777_216;
const chunkBytes = 262_144;
const maxDirectoryBytes = 16_777_216;
/** Compound files: workbooks of the old format, and new ones behind a password. MS-CFB §2.2 */
const compoundMark = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** The parts of a workbook. */
export interface Archive {
  has(name: string): boolean;
  /** The bytes of a part, inflated within bounds; `onPacked` hears how much of the packed part is done. */
  part(name: string, onPacked?: (done: number, total: number) => void): AsyncIterable<Buffer>;
}

/** Tests whether a file begins as a workbook does, including one of the old format. */
export function isWorkbook(head: Buffer): boolean {
  return isCompound(head) || isZipLocal(head);
}

/**
 * Opens the directory of a workbook.
 * @throws import.workbook-encrypted, import.workbook-invalid
 */
export async function openArchive(
  handle: FileHandle,
  sizeBytes: number,
  signal: AbortSignal,
): Promise<Archive> {
  if (isCompound(await readAt(handle, 0, compoundMark.length))) throw workbookEncrypted();
  const entries = await readDirectory(handle, sizeBytes);
  if (entries.size === 0) throw workbookInvalid('The file has no parts.');
  if ([...entries.values()].some(({ isEncrypted }) => isEncrypted)) throw workbookEncrypted();
  return {
    has: (name) => entries.has(name),
    part(name, onPacked = () => {}) {
      const entry = entries.get(name);
      if (entry === undefined) throw workbookInvalid(`The part ${name} is missing.`);
      return inflated(handle, name, entry, signal, onPacked);
    },
  };
}

async function readDirectory(handle: FileHandle, sizeBytes: number): Promise<ReadonlyMap<string, ZipEntry>> {
  const tailBytes = Math.min(sizeBytes, maxZipEndBytes);
  const tail = await readAt(handle, sizeBytes - tailBytes, tailBytes);
  const end = findZipEnd(tail);
  if (end < 0)
    throw workbookInvalid('The zip directory is missing. The file is truncated or not a workbook.');
  const [length, begin] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (begin + length > sizeBytes || length > maxDirectoryBytes)
    throw workbookInvalid('The zip directory points outside the file.');
  const directory = await readAt(handle, begin, length);
  const entries = new Map<string, ZipEntry>();
  for (const entry of zipEntries(directory, 0))
    entries.set(entry.nameBytes.toString('utf8').replace(/^\//, ''), entry);
  return entries;
}

/** Tests whether a part exceeds the allowed size; small parts may be packed to any ratio. */
function isTooLarge(inflatedBytes: number, packedBytes: number): boolean {
  const isBomb = inflatedBytes > ratioFreeBytes && inflatedBytes > packedBytes * maxRatio;
  return isBomb || inflatedBytes > maxInflatedBytes;
}

/** Inflates a part. A directory may announce less than the actual size: that is counted. */
async function* inflated(
  handle: FileHandle,
  name: string,
  { method, checksum, offset, packedBytes, unpackedBytes }: ZipEntry,
  signal: AbortSignal,
  onPacked: (done: number, total: number) => void,
): AsyncIterable<Buffer> {
  if (isTooLarge(unpackedBytes, packedBytes)) throw workbookTooLarge(name);
  const local = readZipLocal(await readAt(handle, offset, zipLocalBytes));
  if (local === null) throw workbookInvalid(`The part ${name} is missing.`);
  const begin = offset + local.length;
  let [packed, out, sum] = [0, 0, 0];
  async function* pieces(): AsyncIterable<Buffer> {
    for (let at = 0; at < packedBytes; at += chunkBytes) {
      packed = at;
      yield await readAt(handle, begin + at, Math.min(chunkBytes, packedBytes - at));
    }
  }
  if (method === null) throw workbookInvalid(`The compression method of the part ${name} is not supported.`);
  const source = Readable.from(pieces());
  const inflate = createInflateRaw({ chunkSize: chunkBytes });
  source.once('error', (error) => inflate.destroy(error));
  try {
    for await (const bytes of method === 'stored' ? source : source.pipe(inflate)) {
      if (signal.aborted) throw readingStopped();
      out += bytes.length;
      sum = crc32(bytes, sum);
      if (isTooLarge(out, packedBytes)) throw workbookTooLarge(name);
      onPacked(packed, packedBytes);
      yield bytes;
    }
    if (sum !== checksum) throw workbookInvalid(`The checksum of the part ${name} does not match.`);
  } catch (error) {
    throw error instanceof GatehouseError ? error : workbookInvalid(`The part ${name} is damaged.`, error);
  } finally {
    source.destroy();
    inflate.destroy();
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function isCompound(head: Buffer): boolean {
  return head.subarray(0, compoundMark.length).equals(compoundMark);
}

/** Says that a workbook cannot be read. */
export function workbookInvalid(why: string, cause?: unknown): GatehouseError {
  return new GatehouseError('import.workbook-invalid', 'The workbook is not readable.', {
    cause: cause instanceof Error ? new Error(`${why} ${cause.message}`) : new Error(why),
    fix: 'Open it in a spreadsheet application and save it again as XLSX or CSV.',
  });
}

function workbookEncrypted(): GatehouseError {
  return new GatehouseError(
    'import.workbook-encrypted',
    'The workbook is password-protected or an .xls file.',
    {
      cause: new Error('The file is a compound file, whose rows are not readable.'),
      fix: 'Open it in a spreadsheet application, remove the password, and save it as XLSX or CSV.',
    },
  );
}

/** Says that a workbook holds more than one may. */
export function workbookTooLarge(name: string): GatehouseError {
  return new GatehouseError('import.workbook-too-large', 'The workbook is too large when it is unpacked.', {
    cause: new Error(`The part ${name} is larger than 2 GB, or more than ${maxRatio} times its packed size.`),
    fix: 'If you do not trust the source of the file, do not open it. Otherwise, save its sheet as CSV.',
  });
}
