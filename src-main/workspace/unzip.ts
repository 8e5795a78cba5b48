import { crc32, inflateRawSync } from 'node:zlib';
import { findZipEnd, readZipLocal, type ZipEntry, zipEntries } from '#main/platform/zip-format.ts';
import { GatehouseError } from '#shared/errors/index.ts';

/** Limits on a zip from elsewhere. */
const maxEntries = 5_000;
const maxBytes = 64 * 1_048_576;

/** One file of a zip. */
export interface ZipFile {
  /** Relative, with `/`, without `.` and `..`. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

type NamedEntry = ZipEntry & { readonly name: string };

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
    throw invalid('The zip file is damaged.', cause);
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
      if (seen.has(folded)) throw invalid(`The zip file contains ${entry.name} twice.`);
      seen.add(folded);
      const bytes = unpack(zip, entry, left);
      left -= bytes.length;
      return { name: entry.name, bytes };
    });
}

function entriesOf(zip: Buffer): readonly NamedEntry[] {
  const end = findZipEnd(zip);
  if (end < 0) throw invalid('The file is not a zip file.');
  const count = zip.readUInt16LE(end + 10);
  if (zip.readUInt16LE(end + 4) !== 0 || zip.readUInt16LE(end + 8) !== count)
    throw invalid('The zip file is split into several parts, which is not supported.');
  if (count > maxEntries) throw invalid(`The zip file has more than ${maxEntries} files.`);
  const entries = [...zipEntries(zip, zip.readUInt32LE(end + 16), count)];
  if (entries.length < count) throw invalid('The file list of the zip file is damaged.');
  return entries.map((entry) => {
    const name = decodeName(entry.nameBytes);
    requirePlainFile(entry, name);
    return { ...entry, name };
  });
}

function decodeName(bytes: Buffer): string {
  const name = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const steps = name.replace(/\/$/, '').split('/');
  const isUnsafe =
    steps.some((step) => step === '' || step === '.' || step === '..') || /[\\:\p{Cc}]/u.test(name);
  if (isUnsafe)
    throw invalid(`The zip file contains the name ${JSON.stringify(name)}, which is not safe as a path.`);
  return name;
}

/** Refuses encrypted entries, and links, devices and pipes on the systems that record them. */
function requirePlainFile({ isEncrypted, unixType }: ZipEntry, name: string): void {
  if (isEncrypted) throw invalid(`${name} is encrypted.`);
  if (unixType !== 0 && unixType !== 0o100000 && unixType !== 0o040000)
    throw invalid(`${name} is a link or not a regular file.`);
}

function unpack(zip: Buffer, entry: NamedEntry, leftBytes: number): Uint8Array {
  const { name, method, checksum, packedBytes, unpackedBytes, offset } = entry;
  const local = readZipLocal(zip.subarray(offset));
  if (local === null) throw invalid(`The zip file gives a wrong position for ${name}.`);
  // A reader that believes the other of two names would unpack something else.
  if (local.name.toString('utf8') !== name)
    throw invalid(`The zip file gives two different names for ${name}.`);
  const start = offset + local.length;
  const packed = zip.subarray(start, start + packedBytes);
  if (packed.length !== packedBytes) throw invalid(`${name} is truncated.`);
  if (method === null) throw invalid(`The compression method of ${name} is not supported.`);
  const bytes = method === 'stored' ? packed : inflate(packed, leftBytes);
  if (bytes.length > leftBytes) throw tooLarge();
  if (bytes.length !== unpackedBytes || crc32(bytes) !== checksum) throw invalid(`${name} is damaged.`);
  return bytes;
}

function inflate(packed: Buffer, leftBytes: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(leftBytes, 1) });
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLarge();
    throw cause;
  }
}

function tooLarge(): GatehouseError {
  return invalid(`The unpacked zip file is larger than ${maxBytes / 1_048_576} MiB.`);
}

function invalid(message: string, cause?: unknown): GatehouseError {
  return new GatehouseError('workspace.zip-invalid', message, {
    fix: 'Export the workspace again, and import that file. Nothing was unpacked.',
    ...(cause === undefined ? {} : { cause }),
  });
}
