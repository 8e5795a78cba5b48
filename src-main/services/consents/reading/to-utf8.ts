import { isUtf8 } from 'node:buffer';
import { type Encoding, fromLatin1, markBytes } from '#shared/consents/index.ts';

/** Makes UTF-8 of the pieces of a file. */
export interface Transcoder {
  /** Whole characters only: what a piece cuts comes with the next. */
  write(bytes: Buffer): Buffer;
  /** Returns the rest that the last piece left. */
  end(): Buffer;
  /** Something that came so far was not of the encoding, and became U+FFFD. */
  readonly isDamaged: boolean;
}

const nothing = Buffer.alloc(0);

/** Makes the transcoder of an encoding; a byte order mark at the begin is taken off. */
export function createTranscoder(encoding: Encoding): Transcoder {
  let carried: Buffer = nothing;
  let isBegin = true;
  let isDamaged = false;

  function convert(bytes: Buffer): Buffer {
    if (encoding === 'utf-8') {
      if (!isDamaged && !isUtf8(bytes)) isDamaged = true;
      return bytes;
    }
    if (encoding === 'windows-1252') return Buffer.from(fromLatin1(bytes.toString('latin1')));
    const units = encoding === 'utf-16be' ? Buffer.from(bytes).swap16() : bytes;
    const text = units.toString('utf16le');
    if (!isDamaged && !text.isWellFormed()) isDamaged = true;
    return Buffer.from(text);
  }

  function take(bytes: Buffer, cut: number): Buffer {
    const begin = isBegin ? markBytes(bytes, encoding) : 0;
    isBegin = false;
    // A copy: the buffer will be overwritten.
    carried = cut === bytes.length ? nothing : Buffer.from(bytes.subarray(cut));
    return convert(bytes.subarray(begin, cut));
  }

  return {
    get isDamaged() {
      return isDamaged;
    },
    write(bytes) {
      const all = carried.length === 0 ? bytes : Buffer.concat([carried, bytes]);
      return take(all, wholeBytes(all, encoding));
    },
    end() {
      if (carried.length === 0) return nothing;
      isDamaged ||= encoding !== 'windows-1252';
      const rest = encoding.startsWith('utf-16') ? carried.subarray(0, carried.length & ~1) : carried;
      return take(rest, rest.length);
    },
  };
}

/** Bytes up to the last complete character. */
function wholeBytes(bytes: Buffer, encoding: Encoding): number {
  const { length } = bytes;
  if (encoding === 'windows-1252') return length;
  if (encoding !== 'utf-8') {
    const even = length & ~1;
    const high = bytes[encoding === 'utf-16le' ? even - 1 : even - 2] ?? 0;
    // The first half of a pair waits for the second. Unicode §3.9
    return even >= 2 && (high & 0xfc) === 0xd8 ? even - 2 : even;
  }
  for (let back = 1; back <= Math.min(3, length); back += 1) {
    const byte = bytes[length - back] ?? 0;
    if (byte < 0x80) return length;
    if (byte < 0xc0) continue;
    const wanted = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return wanted > back ? length - back : length;
  }
  return length;
}
