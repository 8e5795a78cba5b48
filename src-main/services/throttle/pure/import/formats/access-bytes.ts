import { ByteLines, type LineRanges, tooManyBytesText } from '../byte-lines.ts';
import { ByteTexts } from '../byte-texts.ts';
import { BatchPart, batchLength } from '../line-batch.ts';
import { PartCodes } from '../part-codes.ts';
import { type LineKeys, ShapeMemo } from '../shape-memo.ts';
import type { ByteReader, KnownRows, RowSink, TextOf } from '../sink.ts';
import { type AccessCuts, cutAccessLine } from './access-cuts.ts';
import { LastTime } from './last-time.ts';

const space = 32;
const boundsOfParts = { entries: 262_144, bytes: 8_388_608 } as const;
const timeName = 'time_local';
const bytesName = 'body_bytes_sent';
/** Of so many lines at least every fourth must be known by its parts, or looking for them costs more than it saves. */
const trialLines = 1_048_576;

/** A part of the lines: its texts, and the numbers that each of them gives to a row. */
class Part {
  readonly texts = new ByteTexts(boundsOfParts);
  /** Of the lines that are read. */
  readonly batch = new BatchPart();
  readonly codes: PartCodes;

  constructor(indexes: readonly number[]) {
    this.codes = new PartCodes(indexes);
  }

  clear(): void {
    this.texts.clear();
    this.codes.clear();
  }
}

/** How a line is read as text. */
export interface LineText {
  /** The names of the combined format. */
  readonly names: readonly string[];
  /** Makes a row of the text of a line and returns its shape; −1: it is not kept. */
  take(line: string, number: number): number;
}

/**
 * Reads an access log from its bytes. A line that says the same as one before in all but its time and the length of its
 * body is counted again without making strings of it, and so is one whose parts have all come before. Every other line
 * is read as text.
 */
export class AccessBytes implements ByteReader {
  readonly #sink: RowSink;
  readonly #textOf: TextOf;
  readonly #text: LineText;
  readonly #lines: ByteLines;
  readonly #before: Part;
  readonly #method: Part;
  readonly #address: Part;
  readonly #after: Part;
  readonly #parts: readonly Part[];
  readonly #statuses: PartCodes;
  readonly #shapes = new ShapeMemo();
  readonly #cuts: AccessCuts = {
    timeFrom: 0,
    timeTo: 0,
    addressFrom: 0,
    requestTo: 0,
    status: 0,
    afterFrom: 0,
  };
  /** Of the lines of a batch: their places among those that were cut; −1: such a line is read as text. */
  readonly #indexes = new Int32Array(batchLength);
  readonly #times = new BatchPart();
  readonly #keys: LineKeys;
  readonly #time = new LastTime();
  #tried = 0;
  #met = 0;
  #isWorth = true;

  constructor(sink: RowSink, textOf: TextOf, text: LineText) {
    const { names } = text;
    const indexesOf = (from: string, to: string) =>
      [...names.keys()].slice(names.indexOf(from), names.indexOf(to) + 1);
    this.#sink = sink;
    this.#textOf = textOf;
    this.#text = text;
    this.#before = new Part(indexesOf('remote_addr', 'remote_user'));
    // The address of a request stands behind the places of the names.
    this.#method = new Part([names.indexOf('request')]);
    this.#address = new Part([names.length]);
    this.#statuses = new PartCodes([names.indexOf('status')]);
    this.#after = new Part(indexesOf('http_referer', 'http_user_agent'));
    this.#keys = {
      before: this.#before.batch.numbers,
      method: this.#method.batch.numbers,
      address: this.#address.batch.numbers,
      status: new Int32Array(batchLength),
      after: this.#after.batch.numbers,
    };
    this.#parts = [this.#before, this.#method, this.#address, this.#after];
    this.#lines = new ByteLines(
      (bytes, view, lines) => this.#takeLines(bytes, view, lines),
      (line) => sink.leaveOut(line, tooManyBytesText),
    );
  }

  push(bytes: Uint8Array): void {
    this.#lines.push(bytes);
  }

  finish(): void {
    this.#lines.finish();
    // The next steps need memory of their own, and none of this.
    for (const { texts } of this.#parts) texts.release();
    this.#shapes.release();
  }

  #takeLines(bytes: Uint8Array, view: DataView, lines: LineRanges): void {
    const { known } = this.#sink;
    const isByParts = known !== undefined && this.#isWorth;
    if (isByParts) this.#number(bytes, view, lines);
    for (let line = 0; line < lines.count; line += 1) {
      const index = isByParts ? (this.#indexes[line] as number) : -1;
      if (index >= 0 && known !== undefined && this.#takeKnown(known, bytes, view, index)) continue;
      const text = this.#textOf(bytes, lines.froms[line] as number, lines.tos[line] as number);
      const shape = this.#text.take(text, lines.first + line);
      if (shape >= 0 && index >= 0 && known !== undefined) this.#remember(known, index, shape);
    }
    if (isByParts) this.#weigh();
  }

  /** Cuts the lines and numbers their parts; a line that is of another form, or has a part that is not kept, gets −1. */
  #number(bytes: Uint8Array, view: DataView, { froms, tos, count }: LineRanges): void {
    if (!this.#parts.every(({ texts }) => texts.hasRoom)) this.#forget();
    let cut = 0;
    for (let line = 0; line < count; line += 1) {
      const [from, to] = [froms[line] as number, tos[line] as number];
      const isOfForm = cutAccessLine(bytes, from, to, this.#cuts);
      this.#indexes[line] = isOfForm ? cut : -1;
      if (isOfForm) this.#put(cut, from, to);
      if (isOfForm) cut += 1;
    }
    for (const part of this.#parts) part.texts.number(view, part.batch, cut);
    this.#shapes.place(this.#keys, cut);
    this.#tried += cut;
    for (let line = 0; line < count; line += 1)
      if (this.#hasUnkept(this.#indexes[line] as number)) this.#indexes[line] = -1;
  }

  #put(index: number, from: number, to: number): void {
    const { timeFrom, timeTo, addressFrom, requestTo, status, afterFrom } = this.#cuts;
    this.#times.set(index, timeFrom, timeTo);
    this.#before.batch.set(index, from, timeFrom);
    this.#method.batch.set(index, timeTo, addressFrom);
    this.#address.batch.set(index, addressFrom, requestTo);
    this.#after.batch.set(index, afterFrom, to);
    this.#keys.status[index] = status;
  }

  #hasUnkept(index: number): boolean {
    if (index < 0) return true;
    const { before, method, address, after } = this.#keys;
    return (
      ((before[index] as number) |
        (method[index] as number) |
        (address[index] as number) |
        (after[index] as number)) <
      0
    );
  }

  /** Counts a line whose shape is known, or all of its parts; false: it is another one. */
  #takeKnown(known: KnownRows, bytes: Uint8Array, view: DataView, index: number): boolean {
    const place = this.#shapes.find(this.#keys, index);
    const places = place < 0 ? known.placesOf(this.#text.names) : null;
    if (place < 0 && places === null) return false;
    const millis = this.#millisOf(known, bytes, view, index);
    if (millis === null || (place < 0 && !this.#isKnown(known, bytes, index))) return false;
    this.#met += 1;
    if (places === null) known.again(this.#shapes.shapeAt(place), this.#shapes.factsAt(place), millis);
    else {
      const { before, method, address, status, after } = this.#keys;
      known.clear();
      this.#before.codes.fill(before[index] as number, known.row, places);
      this.#method.codes.fill(method[index] as number, known.row, places);
      this.#address.codes.fill(address[index] as number, known.row, places);
      this.#statuses.fill(status[index] as number, known.row, places);
      this.#after.codes.fill(after[index] as number, known.row, places);
      const kept = known.keep(millis);
      if (kept >= 0) this.#shapes.put(this.#keys, index, kept, known.factsOfLast());
    }
    return true;
  }

  /** True if all parts of the line have numbers for a row; that of a new address is made here. */
  #isKnown(known: KnownRows, bytes: Uint8Array, index: number): boolean {
    const { before, method, address, status, after } = this.#keys;
    const isKnown =
      this.#before.codes.isKnown(before[index] as number) &&
      this.#method.codes.isKnown(method[index] as number) &&
      this.#statuses.isKnown(status[index] as number) &&
      this.#after.codes.isKnown(after[index] as number);
    if (!isKnown) return false;
    if (this.#address.codes.isKnown(address[index] as number)) return true;
    const { froms, tos } = this.#address.batch;
    const [from, end] = [froms[index] as number, tos[index] as number];
    let to = from;
    while (to < end && bytes[to] !== space) to += 1;
    this.#address.codes.put(address[index] as number, known.codeAddress(this.#textOf(bytes, from, to)));
    return true;
  }

  /** Only after a line was taken is it known which column holds the time. */
  #remember(known: KnownRows, index: number, shape: number): void {
    if (!known.isBesides(timeName, bytesName)) return;
    const { before, method, address, status, after } = this.#keys;
    this.#shapes.put(this.#keys, index, shape, known.factsOfLast());
    const places = known.placesOf(this.#text.names);
    if (places === null) return;
    this.#before.codes.keep(before[index] as number, known.row, places);
    this.#method.codes.keep(method[index] as number, known.row, places);
    this.#address.codes.keep(address[index] as number, known.row, places);
    this.#statuses.keep(status[index] as number, known.row, places);
    this.#after.codes.keep(after[index] as number, known.row, places);
  }

  #millisOf(known: KnownRows, bytes: Uint8Array, view: DataView, index: number): number | null {
    const [from, to] = [this.#times.froms[index] as number, this.#times.tos[index] as number];
    if (this.#time.isLast(view, from, to)) return this.#time.millis;
    const millis = known.millisOf(this.#textOf(bytes, from, to));
    this.#time.take(view, from, to, millis);
    return millis;
  }

  #forget(): void {
    for (const part of this.#parts) part.clear();
    this.#shapes.clear();
  }

  /** Between two batches: the numbers of a batch are none once they are forgotten. */
  #weigh(): void {
    if (this.#tried < trialLines) return;
    this.#isWorth = this.#met * 4 >= this.#tried;
    this.#tried = 0;
    this.#met = 0;
    if (!this.#isWorth) this.#forget();
  }
}
