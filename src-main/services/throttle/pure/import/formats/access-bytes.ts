import { ByteLines, tooManyBytesText } from '../byte-lines.ts';
import { ByteTexts } from '../byte-texts.ts';
import { PartCodes } from '../part-codes.ts';
import { type LineKey, ShapeMemo } from '../shape-memo.ts';
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
  readonly #key: LineKey = { before: 0, method: 0, address: 0, status: 0, after: 0 };
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
    this.#parts = [this.#before, this.#method, this.#address, this.#after];
    this.#lines = new ByteLines(
      (bytes, view, from, to, line) => this.#takeLine(bytes, view, from, to, line),
      (line) => sink.leaveOut(line, tooManyBytesText),
    );
  }

  push(bytes: Uint8Array): void {
    this.#lines.push(bytes);
  }

  finish(): void {
    this.#lines.finish();
  }

  #takeLine(bytes: Uint8Array, view: DataView, from: number, to: number, line: number): void {
    const { known } = this.#sink;
    const isOfForm = known !== undefined && this.#isWorth && cutAccessLine(bytes, from, to, this.#cuts);
    if (isOfForm && this.#number(view, from, to)) {
      this.#weigh();
      if (this.#takeKnown(known, bytes, view)) return;
      const shape = this.#text.take(this.#textOf(bytes, from, to), line);
      if (shape >= 0) this.#remember(known, shape);
    } else this.#text.take(this.#textOf(bytes, from, to), line);
  }

  /** Counts a line whose shape is known, or all of its parts; false: it is another one. */
  #takeKnown(known: KnownRows, bytes: Uint8Array, view: DataView): boolean {
    const key = this.#key;
    const shape = this.#shapes.shapeOf(key);
    const places = shape < 0 ? known.placesOf(this.#text.names) : null;
    if (shape < 0 && places === null) return false;
    const millis = this.#millisOf(known, bytes, view);
    if (millis === null || (shape < 0 && !this.#isKnown(known, bytes))) return false;
    this.#met += 1;
    if (places === null) known.again(shape, millis);
    else {
      known.clear();
      this.#before.codes.fill(key.before, known.row, places);
      this.#method.codes.fill(key.method, known.row, places);
      this.#address.codes.fill(key.address, known.row, places);
      this.#statuses.fill(key.status, known.row, places);
      this.#after.codes.fill(key.after, known.row, places);
      const kept = known.keep(millis);
      if (kept >= 0) this.#shapes.put(key, kept);
    }
    return true;
  }

  /** True if all parts of the line have numbers for a row; that of a new address is made here. */
  #isKnown(known: KnownRows, bytes: Uint8Array): boolean {
    const { before, method, address, status, after } = this.#key;
    const isKnown =
      this.#before.codes.isKnown(before) &&
      this.#method.codes.isKnown(method) &&
      this.#statuses.isKnown(status) &&
      this.#after.codes.isKnown(after);
    if (!isKnown) return false;
    if (this.#address.codes.isKnown(address)) return true;
    const { addressFrom, requestTo } = this.#cuts;
    let to = addressFrom;
    while (to < requestTo && bytes[to] !== space) to += 1;
    this.#address.codes.put(address, known.codeAddress(this.#textOf(bytes, addressFrom, to)));
    return true;
  }

  /** Only after a line was taken is it known which column holds the time. */
  #remember(known: KnownRows, shape: number): void {
    if (!known.isBesides(timeName, bytesName)) return;
    const key = this.#key;
    this.#shapes.put(key, shape);
    const places = known.placesOf(this.#text.names);
    if (places === null) return;
    this.#before.codes.keep(key.before, known.row, places);
    this.#method.codes.keep(key.method, known.row, places);
    this.#address.codes.keep(key.address, known.row, places);
    this.#statuses.keep(key.status, known.row, places);
    this.#after.codes.keep(key.after, known.row, places);
  }

  #millisOf(known: KnownRows, bytes: Uint8Array, view: DataView): number | null {
    const { timeFrom, timeTo } = this.#cuts;
    if (this.#time.isLast(view, timeFrom, timeTo)) return this.#time.millis;
    const millis = known.millisOf(this.#textOf(bytes, timeFrom, timeTo));
    this.#time.take(view, timeFrom, timeTo, millis);
    return millis;
  }

  /** Numbers the parts of the line that was cut; false: one of them is not kept. */
  #number(view: DataView, from: number, to: number): boolean {
    const { timeFrom, timeTo, addressFrom, requestTo, status, afterFrom } = this.#cuts;
    if (!this.#parts.every(({ texts }) => texts.hasRoom)) this.#forget();
    const key = this.#key;
    key.before = this.#before.texts.numberOf(view, from, timeFrom);
    key.method = this.#method.texts.numberOf(view, timeTo, addressFrom);
    key.address = this.#address.texts.numberOf(view, addressFrom, requestTo);
    key.status = status;
    key.after = this.#after.texts.numberOf(view, afterFrom, to);
    return key.before >= 0 && key.method >= 0 && key.address >= 0 && key.after >= 0;
  }

  #forget(): void {
    for (const part of this.#parts) part.clear();
    this.#shapes.clear();
  }

  #weigh(): void {
    this.#tried += 1;
    if (this.#tried < trialLines) return;
    this.#isWorth = this.#met * 4 >= this.#tried;
    this.#tried = 0;
    this.#met = 0;
    if (!this.#isWorth) this.#forget();
  }
}
