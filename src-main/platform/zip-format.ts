const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;
const entryBytes = 46;
/** Marks a number that is among the extra fields. APPNOTE 4.4.8 */
const inExtra = 0xffffffff;
const zip64Extra = 1;

const endBytes = 22;
/** Length in bytes of the end of the central directory, with the longest comment. APPNOTE 4.3.16 */
export const maxZipEndBytes = endBytes + 65_535;
/** Length in bytes of a local header, without its name and extra fields. APPNOTE 4.3.7 */
export const zipLocalBytes = 30;
/** Methods of compression. APPNOTE 4.4.5 */
const methods: ReadonlyMap<number, 'stored' | 'deflated'> = new Map([
  [0, 'stored'],
  [8, 'deflated'],
]);

/** An entry as the central directory has it: nothing of it is checked against what follows in the file. */
export interface ZipEntry {
  readonly nameBytes: Buffer;
  readonly isEncrypted: boolean;
  /** Null: one that is not read. */
  readonly method: 'stored' | 'deflated' | null;
  /** CRC-32 of the output. */
  readonly checksum: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** Type bits of the mode that Unix records; 0: another system wrote it. */
  readonly unixType: number;
  /** Offset of the local header. */
  readonly offset: number;
}

/** Tests whether a local header begins here, as it does at the beginning of every zip that holds something. */
export function isZipLocal(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readUInt32LE(0) === localMark;
}

/** Offset of the end of the central directory in the last bytes of a zip; -1: there is none. */
export function findZipEnd(tail: Buffer): number {
  const earliest = Math.max(0, tail.length - maxZipEndBytes);
  let at = tail.length - endBytes;
  while (at >= earliest && tail.readUInt32LE(at) !== endMark) at -= 1;
  return at < earliest ? -1 : at;
}

/** Reads the entries of a central directory from here, at most so many, up to where none begins. APPNOTE 4.3.12 */
export function* zipEntries(
  directory: Buffer,
  from: number,
  most = Number.POSITIVE_INFINITY,
): Iterable<ZipEntry> {
  let at = from;
  for (let count = 0; count < most && at + entryBytes <= directory.length; count += 1) {
    if (directory.readUInt32LE(at) !== entryMark) return;
    const nameEnd = at + entryBytes + directory.readUInt16LE(at + 28);
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
    yield entryAt(directory, at, nameEnd, extraEnd);
    at = extraEnd + directory.readUInt16LE(at + 32);
  }
}

function entryAt(directory: Buffer, at: number, nameEnd: number, extraEnd: number): ZipEntry {
  const wide = wideNumbers(directory.subarray(nameEnd, extraEnd));
  const numberAt = (offset: number) => {
    const number = directory.readUInt32LE(at + offset);
    return number === inExtra ? (wide.shift() ?? number) : number;
  };
  return {
    nameBytes: directory.subarray(at + entryBytes, nameEnd),
    isEncrypted: (directory.readUInt16LE(at + 8) & 1) !== 0,
    method: methods.get(directory.readUInt16LE(at + 10)) ?? null,
    checksum: directory.readUInt32LE(at + 16),
    // The order of the 64-bit fields.
    unpackedBytes: numberAt(24),
    packedBytes: numberAt(20),
    offset: numberAt(42),
    unixType: (directory.readUInt32LE(at + 38) >>> 16) & 0o170000,
  };
}

/**
 * The 64-bit numbers that replace those that an entry leaves out: some writers do so for every part. APPNOTE
 * 4.5.3
 */
function wideNumbers(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === zip64Extra) {
      const numbers: number[] = [];
      for (let from = at + 4; from + 8 <= Math.min(end, extra.length); from += 8)
        numbers.push(Number(extra.readBigUInt64LE(from)));
      return numbers;
    }
    at = end;
  }
  return [];
}

/** Name and length of a local header, as far as the bytes reach; null: none begins here. APPNOTE 4.3.7 */
export function readZipLocal(bytes: Buffer): { readonly name: Buffer; readonly length: number } | null {
  if (bytes.length < zipLocalBytes || !isZipLocal(bytes)) return null;
  const nameEnd = zipLocalBytes + bytes.readUInt16LE(26);
  return { name: bytes.subarray(zipLocalBytes, nameEnd), length: nameEnd + bytes.readUInt16LE(28) };
}
