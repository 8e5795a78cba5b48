import { GatehouseError } from '#shared/errors/index.ts';

/** Largest entry that is read, in bytes. */
const maxEntryBytes = 64 * 1_048_576;

/** An entry of a HAR document in its bytes. */
export interface HarSlice {
  /** From 0. */
  readonly index: number;
  /** Good until the next piece is taken. */
  readonly bytes: Buffer;
  /** Offset of its first byte in the document. */
  readonly startByte: number;
  /** Where it begins, from 1; columns count bytes. */
  readonly line: number;
  readonly column: number;
}

/** Cuts a HAR document into its entries while it streams in. */
export interface HarSplitter {
  /** Takes the next piece of the document and gives what ends in it. @throws contract.har-invalid */
  take(piece: Buffer): readonly HarSlice[];
  /** Offset at which the entry begins that is not through yet; null: none is. */
  openFrom(): number | null;
  /** After the last piece. @throws contract.har-invalid where the document is cut off or has no entries */
  end(): void;
}

const quote = 0x22;
const backslash = 0x5c;
const newline = 0x0a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const colon = 0x3a;
const byteOrderMark = [0xef, 0xbb, 0xbf];
const entriesPath = ['log', 'entries'];

/**
 * Makes a splitter. It follows nesting, strings and lines only: whether an entry is JSON is seen when it is parsed, so
 * that a document of any size costs as much memory as its largest entry. HAR 1.2 §4.1
 */
export function createHarSplitter(file: string): HarSplitter {
  return new Splitter(file);
}

class Splitter implements HarSplitter {
  readonly #file: string;
  /** Bytes of the current entry from earlier pieces. */
  #carried: Buffer[] = [];
  #carriedBytes = 0;
  /** Bytes of all earlier pieces. */
  #offset = 0;
  #line = 1;
  /** Offset of the first byte of the line. */
  #lineStart = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** Text of the string that is read above the entries; null: it is not wanted. */
  #name: string | null = null;
  /** Last string at each depth above the entries: the name of the member that follows. */
  readonly #names: string[] = [];
  #isNameNext = false;
  /** Depth within the list of entries; 0: it has not begun, or is through. */
  #entriesDepth = 0;
  #hasEntries = false;
  #hasBegun = false;
  #isOver = false;
  #index = 0;
  #entry: { readonly startByte: number; readonly line: number; readonly column: number } | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  take(piece: Buffer): readonly HarSlice[] {
    const slices: HarSlice[] = [];
    let entryStart = this.#entry === null ? -1 : 0;
    let at = this.#hasBegun ? 0 : this.#begin(piece);
    while (at < piece.length) {
      if (this.#isInString) {
        at = this.#throughString(piece, at);
        continue;
      }
      const byte = piece[at] ?? 0;
      if (byte === newline) {
        this.#line += 1;
        this.#lineStart = this.#offset + at + 1;
      } else if (byte === quote) this.#openString();
      else if (byte === openBrace || byte === openBracket) {
        if (this.#open(byte, at)) entryStart = at;
      } else if (byte === closeBrace || byte === closeBracket) {
        if (this.#close(at)) {
          slices.push(this.#slice(piece, entryStart, at + 1));
          entryStart = -1;
        }
      } else if (this.#entry === null) this.#between(byte, at);
      at += 1;
    }
    if (entryStart >= 0) this.#carry(piece.subarray(entryStart));
    this.#offset += piece.length;
    return slices;
  }

  openFrom(): number | null {
    return this.#entry?.startByte ?? null;
  }

  end(): void {
    if (this.#hasEntries && this.#depth === 0) return;
    if (!this.#hasBegun) throw this.#invalid(this.#offset, 'it is empty');
    if (this.#depth > 0 || this.#isInString) {
      const where = this.#entry === null ? '' : ` within entry ${this.#index}`;
      throw this.#invalid(this.#offset, `it is truncated${where}`);
    }
    throw this.#invalid(0, 'it has no log.entries');
  }

  /** Steps over a byte order mark. */
  #begin(piece: Buffer): number {
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at] ?? 0;
      if (byte === openBrace) {
        this.#hasBegun = true;
        return at;
      }
      if (byte === newline) {
        this.#line += 1;
        this.#lineStart = this.#offset + at + 1;
      } else if (!isSpace(byte) && byteOrderMark[this.#offset + at] !== byte)
        throw this.#invalid(this.#offset + at, 'a JSON object is expected');
    }
    return piece.length;
  }

  /** Goes on to the end of a string; most hold no escapes, and are stepped over at once. */
  #throughString(piece: Buffer, from: number): number {
    let at = from;
    while (at < piece.length) {
      if (this.#isEscaped) {
        this.#isEscaped = false;
        at += 1;
        continue;
      }
      const end = piece.indexOf(quote, at);
      const stop = end < 0 ? piece.length : end;
      const escape = lastRun(piece, at, stop);
      if (this.#name !== null && this.#name.length < 16) this.#name += piece.toString('latin1', at, stop);
      if (end < 0) {
        this.#isEscaped = escape % 2 === 1;
        return piece.length;
      }
      at = end + 1;
      // A quotation mark behind an odd number of backslashes is a part of the string.
      if (escape % 2 === 1) continue;
      this.#isInString = false;
      if (this.#name !== null) this.#names[this.#depth] = this.#name;
      return at;
    }
    return at;
  }

  #openString(): void {
    this.#isInString = true;
    this.#name =
      this.#entriesDepth === 0 && this.#depth <= entriesPath.length && this.#isNameNext ? '' : null;
    this.#isNameNext = false;
  }

  /** Returns true if an entry begins here. */
  #open(byte: number, at: number): boolean {
    this.#depth += 1;
    if (this.#isOver) throw this.#invalid(this.#offset + at, 'there is content after its end');
    if (this.#entriesDepth === 0) {
      this.#isNameNext = true;
      if (byte !== openBracket || !this.#isEntries()) return false;
      this.#entriesDepth = this.#depth;
      this.#hasEntries = true;
      return false;
    }
    if (this.#entry !== null || this.#depth !== this.#entriesDepth + 1) return false;
    const startByte = this.#offset + at;
    this.#entry = { startByte, line: this.#line, column: startByte - this.#lineStart + 1 };
    return true;
  }

  #isEntries(): boolean {
    return (
      !this.#hasEntries &&
      this.#depth === entriesPath.length + 1 &&
      entriesPath.every((name, index) => this.#names[index + 1] === name)
    );
  }

  /** Returns true if an entry ends here. */
  #close(at: number): boolean {
    if (this.#depth === 0) throw this.#invalid(this.#offset + at, 'a closing bracket has no opening bracket');
    this.#depth -= 1;
    if (this.#depth === 0) this.#isOver = true;
    if (this.#entry !== null) return this.#depth === this.#entriesDepth;
    if (this.#depth < this.#entriesDepth) this.#entriesDepth = 0;
    return false;
  }

  #between(byte: number, at: number): void {
    if (byte === comma) this.#isNameNext = true;
    else if (byte === colon) this.#isNameNext = false;
    else if (this.#isOver && !isSpace(byte))
      throw this.#invalid(this.#offset + at, 'there is content after its end');
    else if (byte === 0) throw this.#invalid(this.#offset + at, 'it contains a NUL byte, so it is not text');
  }

  #slice(piece: Buffer, start: number, end: number): HarSlice {
    const last = piece.subarray(start, end);
    const bytes = this.#carried.length === 0 ? last : Buffer.concat([...this.#carried, last]);
    const { startByte, line, column } = this.#entry ?? { startByte: 0, line: 1, column: 1 };
    const slice = { index: this.#index, bytes, startByte, line, column };
    this.#carried = [];
    this.#carriedBytes = 0;
    this.#entry = null;
    this.#index += 1;
    return slice;
  }

  #carry(part: Buffer): void {
    this.#carriedBytes += part.length;
    if (this.#carriedBytes > maxEntryBytes)
      throw this.#invalid(this.#entry?.startByte ?? 0, `entry ${this.#index} has more than 64 MiB`);
    // The reader may refill the piece.
    this.#carried.push(Buffer.from(part));
  }

  #invalid(offset: number, what: string): GatehouseError {
    const line = this.#line;
    const column = Math.max(offset - this.#lineStart, 0) + 1;
    return new GatehouseError(
      'contract.har-invalid',
      `${this.#file} is not a complete HAR document: at line ${line}, column ${column}, ${what}.`,
      {
        fix: 'Export it again as HAR from the network panel of the browser.',
        location: { file: this.#file, line, column },
      },
    );
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === newline || byte === 0x0d;
}

/** Number of consecutive backslashes before `end`, not before `from`. */
function lastRun(piece: Buffer, from: number, end: number): number {
  let at = end;
  while (at > from && piece[at - 1] === backslash) at -= 1;
  return end - at;
}
