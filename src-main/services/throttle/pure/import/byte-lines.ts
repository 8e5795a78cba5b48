import { batchLength } from './line-batch.ts';

const maxLineBytes = 1_048_576;
const firstRest = 4_096;
const newline = 10;
const carriageReturn = 13;

/** Lines that follow each other: each from one of `froms` to before one of `tos`; the first has the number `first`. */
export interface LineRanges {
  readonly froms: Int32Array;
  readonly tos: Int32Array;
  first: number;
  count: number;
}

/** Takes lines, of which the bytes are valid for this call alone; `view` is of the same memory. */
export type TakeLines = (bytes: Uint8Array, view: DataView, lines: LineRanges) => void;

/** Cuts bytes that come in pieces into lines; of a line that is too long nothing is kept. */
export class ByteLines {
  readonly #take: TakeLines;
  readonly #tooLong: (line: number) => void;
  #rest = new Uint8Array(firstRest);
  #restLength = 0;
  #line = 0;
  #isSkipping = false;
  #isStart = true;
  readonly #lines: LineRanges = {
    froms: new Int32Array(batchLength),
    tos: new Int32Array(batchLength),
    first: 1,
    count: 0,
  };

  constructor(take: TakeLines, tooLong: (line: number) => void) {
    this.#take = take;
    this.#tooLong = tooLong;
  }

  push(piece: Uint8Array): void {
    let from = 0;
    if (this.#restLength > 0 || this.#isSkipping) {
      const end = piece.indexOf(newline);
      this.#keep(piece, 0, end < 0 ? piece.length : end);
      if (end < 0) return;
      this.#endRest();
      from = end + 1;
    }
    const view = new DataView(piece.buffer, piece.byteOffset, piece.byteLength);
    for (;;) {
      const end = piece.indexOf(newline, from);
      if (end < 0) break;
      this.#end(piece, view, from, end);
      from = end + 1;
    }
    this.#pass(piece, view);
    this.#keep(piece, from, piece.length);
  }

  finish(): void {
    if (this.#restLength > 0 || this.#isSkipping) this.#endRest();
  }

  #keep(piece: Uint8Array, from: number, to: number): void {
    if (this.#isSkipping) return;
    const length = this.#restLength + to - from;
    if (length > maxLineBytes) {
      this.#isSkipping = true;
      this.#restLength = 0;
      return;
    }
    if (length > this.#rest.length) {
      const grown = new Uint8Array(Math.max(length, this.#rest.length * 2));
      grown.set(this.#rest.subarray(0, this.#restLength));
      this.#rest = grown;
    }
    this.#rest.set(piece.subarray(from, to), this.#restLength);
    this.#restLength = length;
  }

  #endRest(): void {
    const length = this.#restLength;
    this.#restLength = 0;
    if (this.#isSkipping) {
      this.#isSkipping = false;
      this.#isStart = false;
      this.#line += 1;
      this.#tooLong(this.#line);
      return;
    }
    const view = new DataView(this.#rest.buffer);
    this.#end(this.#rest, view, 0, length);
    this.#pass(this.#rest, view);
  }

  #end(bytes: Uint8Array, view: DataView, from: number, to: number): void {
    this.#line += 1;
    const start = this.#isStart && hasMark(bytes, from, to) ? from + 3 : from;
    this.#isStart = false;
    if (to - start > maxLineBytes) {
      this.#pass(bytes, view);
      return this.#tooLong(this.#line);
    }
    const lines = this.#lines;
    if (lines.count === 0) lines.first = this.#line;
    lines.froms[lines.count] = start;
    lines.tos[lines.count] = to > start && bytes[to - 1] === carriageReturn ? to - 1 : to;
    lines.count += 1;
    if (lines.count === batchLength) this.#pass(bytes, view);
  }

  #pass(bytes: Uint8Array, view: DataView): void {
    if (this.#lines.count === 0) return;
    this.#take(bytes, view, this.#lines);
    this.#lines.count = 0;
  }
}

/** A byte order mark may stand before the first line. RFC 3629 §6 */
function hasMark(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from >= 3 && bytes[from] === 0xef && bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf;
}

/** The reason that is given for a line that is too long. */
export const tooManyBytesText = `The line has more than ${maxLineBytes} bytes.`;
