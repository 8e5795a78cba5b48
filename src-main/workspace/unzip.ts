import { crc32, inflateRawSync } from 'node:zlib';
import { GatehouseError } from '#shared/errors/index.ts';

/** Limits on a zip from elsewhere. */
const maxEntries = 5_000;
const maxBytes = 64 * 1_048_576;

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endBytes = 22;
const entryBytes = 46;
const localBytes = 30;
const maxCommentLength = 65_535;

/** One file of a zip. */
export interface ZipFile {
  /** Relative, with `/`, without `.` and `..`. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** An entry as the central directory has it. */
interface Entry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly localOffset: number;
}

/**
 * Reads a foreign zip: no name leaves the folder, none is repeated, and the unpacked size is counted while it
 * unpacks. APPNOTE.TXT 6.3
 * @throws workspace.zip-invalid
 */
export function readZip(zip: Uint8Array): readonly ZipFile[] {
  try {
    return readEntries(Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength));
  } catch (cause) {
    if (cause instanceof GatehouseError) throw cause;
    // Reading past the end, or a stream that is no DEFLATE.
    throw invalid('The zip is damaged.', cause);
  }
}

function readEntries(zip: Buffer): readonly ZipFile[] {
  const entries = entriesOf(zip);
  const seen = new Set<string>();
  let left = maxBytes;
  return entries
    .filter(({ name }) => !name.endsWith('/'))
    .map((entry) => {
      // Two names that some systems take for one would overwrite each other.
      const folded = entry.name.normalize('NFC').toLowerCase();
      if (seen.has(folded)) throw invalid(`${entry.name} is in the zip twice.`);
      seen.add(folded);
      const bytes = unpack(zip, entry, left);
      left -= bytes.length;
      return { name: entry.name, bytes };
    });
}

function entriesOf(zip: Buffer): readonly Entry[] {
  const end = findEnd(zip);
  const count = zip.readUInt16LE(end + 10);
  if (zip.readUInt16LE(end + 4) !== 0 || zip.readUInt16LE(end + 8) !== count)
    throw invalid('A zip in several parts is not read.');
  if (count > maxEntries) throw invalid(`The zip has more than ${maxEntries} files.`);
  const entries: Entry[] = [];
  let offset = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(offset) !== entrySignature)
      throw invalid('The list of files in the zip is damaged.');
    const lengths = [28, 30, 32].map((at) => zip.readUInt16LE(offset + at));
    const [nameBytes = 0] = lengths;
    const name = decodeName(zip.subarray(offset + entryBytes, offset + entryBytes + nameBytes), nameBytes);
    requirePlainFile(zip, offset, name);
    entries.push({
      name,
      method: zip.readUInt16LE(offset + 10),
      crc: zip.readUInt32LE(offset + 16),
      packedBytes: zip.readUInt32LE(offset + 20),
      unpackedBytes: zip.readUInt32LE(offset + 24),
      localOffset: zip.readUInt32LE(offset + 42),
    });
    offset += lengths.reduce((sum, length) => sum + length, entryBytes);
  }
  return entries;
}

function findEnd(zip: Buffer): number {
  const earliest = Math.max(0, zip.length - endBytes - maxCommentLength);
  for (let offset = zip.length - endBytes; offset >= earliest; offset -= 1)
    if (zip.readUInt32LE(offset) === endSignature) return offset;
  throw invalid('It is no zip.');
}

function decodeName(bytes: Buffer, length: number): string {
  if (bytes.length !== length) throw invalid('The list of files in the zip is damaged.');
  const name = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const steps = name.replace(/\/$/, '').split('/');
  const isUnsafe =
    steps.some((step) => step === '' || step === '.' || step === '..') || /[\\:\p{Cc}]/u.test(name);
  if (isUnsafe) throw invalid(`The zip holds the name ${JSON.stringify(name)}, which leads elsewhere.`);
  return name;
}

/** Refuses encrypted entries, and links, devices and pipes on the systems that record them. */
function requirePlainFile(zip: Buffer, offset: number, name: string): void {
  if ((zip.readUInt16LE(offset + 8) & 0b1) !== 0) throw invalid(`${name} is encrypted.`);
  const unixType = (zip.readUInt32LE(offset + 38) >>> 16) & 0o170000;
  if (unixType !== 0 && unixType !== 0o100000 && unixType !== 0o040000)
    throw invalid(`${name} is a link, or no file at all.`);
}

function unpack(zip: Buffer, entry: Entry, leftBytes: number): Uint8Array {
  const { name, method, crc, packedBytes, unpackedBytes, localOffset } = entry;
  if (zip.readUInt32LE(localOffset) !== localSignature) throw invalid(`${name} is not where the zip says.`);
  const nameBytes = zip.readUInt16LE(localOffset + 26);
  const nameStart = localOffset + localBytes;
  // A reader that believes the other of two names would unpack something else.
  if (zip.toString('utf8', nameStart, nameStart + nameBytes) !== name)
    throw invalid(`The zip names ${name} in two ways.`);
  const start = nameStart + nameBytes + zip.readUInt16LE(localOffset + 28);
  const packed = zip.subarray(start, start + packedBytes);
  if (packed.length !== packedBytes) throw invalid(`${name} is cut off.`);
  const bytes = method === 0 ? packed : inflate(packed, method, name, leftBytes);
  if (bytes.length > leftBytes) throw tooLarge();
  if (bytes.length !== unpackedBytes || crc32(bytes) !== crc) throw invalid(`${name} is damaged.`);
  return bytes;
}

function inflate(packed: Buffer, method: number, name: string, leftBytes: number): Buffer {
  if (method !== 8) throw invalid(`${name} is packed in a way that is not known.`);
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(leftBytes, 1) });
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLarge();
    throw cause;
  }
}

function tooLarge(): GatehouseError {
  return invalid(`The zip unpacks to more than ${maxBytes / 1_048_576} MiB.`);
}

function invalid(message: string, cause?: unknown): GatehouseError {
  return new GatehouseError('workspace.zip-invalid', message, {
    fix: 'Export the workspace again, and import that file; nothing was unpacked.',
    ...(cause === undefined ? {} : { cause }),
  });
}
