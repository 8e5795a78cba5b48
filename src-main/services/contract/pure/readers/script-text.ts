import type { TextEdit } from '#shared/contract/facts.ts';
import { allEdits } from './all-edits.ts';

/** A stretch of an artefact's text, in UTF-16 units. */
export interface Span {
  readonly at: number;
  readonly length: number;
}

/** A text of an artefact: its content, and the location of each unit of it. */
export interface WrittenText {
  readonly text: string;
  /** Where each unit begins to be written, and where that ends; units of one escape share both. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** A text as it has to be written in place of these units; null: they are not written here. */
  encode(text: string, from: number, to: number): string | null;
}

/** How a text is written in a place; null: it is written elsewhere. */
export type Encode = ((text: string) => string) | null;

interface EncodedPart {
  readonly from: number;
  readonly encode: WrittenText['encode'];
  readonly source: Encode;
}

/** Units that are written from `at` on, each for itself or all as one; or those of another text. */
type Stretch =
  | { readonly units: number; readonly at: number; readonly width: number; readonly isEach: boolean }
  | { readonly written: WrittenText };

/** The location of each unit is computed on demand: most texts of a script never need it. */
class LazyText implements WrittenText {
  readonly text: string;
  readonly encode: WrittenText['encode'];
  readonly computePlaces: () => readonly [starts: readonly number[], ends: readonly number[]];
  #places: readonly [starts: readonly number[], ends: readonly number[]] | null = null;

  constructor(text: string, encode: WrittenText['encode'], computePlaces: LazyText['placed']) {
    this.text = text;
    this.encode = encode;
    this.computePlaces = computePlaces;
  }

  placed(): readonly [starts: readonly number[], ends: readonly number[]] {
    this.#places ??= this.computePlaces();
    return this.#places;
  }

  get starts(): readonly number[] {
    return this.placed()[0];
  }

  get ends(): readonly number[] {
    return this.placed()[1];
  }
}

/** Collects a written text unit by unit. */
export class WrittenTextBuilder {
  #text = '';
  readonly #stretches: Stretch[] = [];
  readonly #encoders: EncodedPart[] = [];

  /** Adds units that are written from `at` on, `width` units long: each for itself, or all of them as one. */
  add(text: string, at: number, width: number, encode: Encode): void {
    const last = this.#encoders.at(-1);
    if (last === undefined || last.source !== encode || encode === null)
      this.#encoders.push({ from: this.length, encode: encoderOf(encode), source: encode });
    const isEach = text.length === width && encode !== null;
    this.#stretches.push({ units: text.length, at, width, isEach });
    this.#text += text;
  }

  /** Adds text from elsewhere: it can be read, but not edited. */
  addUnwritten(text: string, at: number, width = 0): void {
    if (text !== '') this.add(text, at, width, null);
  }

  addWritten(written: WrittenText): void {
    const { text, encode } = written;
    if (text === '') return;
    const base = this.length;
    this.#encoders.push({
      from: base,
      encode: (edit, from, to) => encode(edit, Math.max(0, from - base), Math.min(text.length, to - base)),
      source: null,
    });
    this.#stretches.push({ written });
    this.#text += text;
  }

  get length(): number {
    return this.#text.length;
  }

  build(): WrittenText {
    const stretches = this.#stretches;
    return new LazyText(this.#text, encodeWith(this.#encoders), () => placesOf(stretches));
  }
}

const encoderOfSource = new WeakMap<NonNullable<Encode>, WrittenText['encode']>();
const unwritten = (): null => null;

function encoderOf(source: Encode): WrittenText['encode'] {
  if (source === null) return unwritten;
  const known = encoderOfSource.get(source) ?? ((text: string) => source(text));
  encoderOfSource.set(source, known);
  return known;
}

function placesOf(stretches: readonly Stretch[]): ReturnType<LazyText['placed']> {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const stretch of stretches)
    if ('written' in stretch) {
      const { starts: from, ends: to, text } = stretch.written;
      for (let index = 0; index < text.length; index += 1) {
        starts.push(from[index] ?? 0);
        ends.push(to[index] ?? 0);
      }
    } else {
      const { units, at, width, isEach } = stretch;
      for (let index = 0; index < units; index += 1) {
        starts.push(isEach ? at + index : at);
        ends.push(isEach ? at + index + 1 : at + width);
      }
    }
  return [starts, ends];
}

function encodeWith(encoders: readonly EncodedPart[]): WrittenText['encode'] {
  return (text, from, to) => {
    const first = Math.max(
      0,
      encoders.findLastIndex((each) => each.from <= from),
    );
    let encoded: string | null = null;
    for (let index = first; index < encoders.length; index += 1) {
      const each = encoders[index];
      if (each === undefined || (index > first && each.from >= to)) break;
      const next = each.encode(text, from, to);
      if (next === null) return null;
      encoded ??= next;
    }
    return encoded;
  };
}

/** Text that is written as it is. */
export const unchanged = (text: string): string => text;

/** The character of a number in hexadecimal digits; what no number has becomes the replacement character. */
export function characterOf(digits: string): string {
  const number = Number.parseInt(digits, 16);
  return number > 0x10ffff ? '\ufffd' : String.fromCodePoint(number);
}

/** A stretch of an artefact's text with its meaning. */
export function plainText(text: string, at: number): WrittenText {
  const builder = new WrittenTextBuilder();
  builder.add(text, at, text.length, unchanged);
  return builder.build();
}

/** A part of a written text. */
export function partOf(written: WrittenText, from: number, to: number): WrittenText {
  return new LazyText(
    written.text.slice(from, to),
    (text, start, end) => written.encode(text, start + from, end + from),
    () => [written.starts.slice(from, to), written.ends.slice(from, to)],
  );
}

/** A stretch of a text that stands for another one, by its units. */
export interface Replacement {
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

/** A text in which stretches are replaced by text from elsewhere, in their order. */
export function withReplaced(written: WrittenText, replacements: Iterable<Replacement>): WrittenText {
  const builder = new WrittenTextBuilder();
  let end = 0;
  for (const { at, length, text } of replacements) {
    const place = spanOf(written, at, at + length);
    builder.addWritten(partOf(written, end, at));
    builder.addUnwritten(text, place.at, place.length);
    end = at + length;
  }
  builder.addWritten(partOf(written, end, written.text.length));
  return builder.build();
}

/** True if all of these units are written in the text itself: a placeholder for a value is not. */
export function isWritten({ encode }: WrittenText, from: number, to: number): boolean {
  return encode('', from, to) !== null;
}

/** Consecutive texts; the source between them is left out. */
export function joined(parts: readonly WrittenText[], between: string): WrittenText {
  const builder = new WrittenTextBuilder();
  for (const [index, part] of parts.entries()) {
    if (index > 0) builder.addUnwritten(between, part.starts[0] ?? 0);
    builder.addWritten(part);
  }
  return builder.build();
}

/** Where units of a text are written. */
export function spanOf({ text, starts, ends }: WrittenText, from = 0, to = text.length): Span {
  if (to <= from) return { at: starts[from] ?? ends[from - 1] ?? 0, length: 0 };
  const at = starts[from] ?? 0;
  return { at, length: Math.max(0, (ends[to - 1] ?? at) - at) };
}

/** The edit that makes another text of a written one, as short as can be; null: nothing changes, or not here. */
export function changeTo(written: WrittenText, wanted: string): readonly TextEdit[] | null {
  const { text } = written;
  if (text === wanted) return null;
  const shorter = Math.min(text.length, wanted.length);
  let head = 0;
  while (head < shorter && text[head] === wanted[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && text[text.length - 1 - tail] === wanted[wanted.length - 1 - tail])
    tail += 1;
  const edit = editUnits(written, head, text.length - tail, wanted.slice(head, wanted.length - tail));
  return edit === null ? null : [edit];
}

/** The edit that replaces every occurrence of a part in a text; null: nothing would change, or it does not occur. */
export function replaceIn(
  written: WrittenText,
  { from, to }: { readonly from: string; readonly to: string },
): readonly TextEdit[] | null {
  return changeTo(
    written,
    written.text.replaceAll(from, () => to),
  );
}

/** Edits of a written text, as edits of the artefact; null: one of them changes text from elsewhere. */
export function mapEdits(written: WrittenText, edits: readonly TextEdit[]): readonly TextEdit[] | null {
  return allEdits(edits, ({ at, length, text }) => {
    const edit = editUnits(written, at, at + length, text);
    return edit === null ? null : [edit];
  });
}

function editUnits(written: WrittenText, from: number, to: number, text: string): TextEdit | null {
  const { starts, ends } = written;
  const isSplit = (at: number) => (starts[at] ?? Number.POSITIVE_INFINITY) < (ends[at - 1] ?? 0);
  if (isSplit(from) || isSplit(to)) return null;
  // Text put between two units is written like the unit before it.
  const encoded =
    from < to
      ? written.encode(text, from, to)
      : (written.encode(text, Math.max(0, from - 1), from) ?? written.encode(text, from, from + 1));
  if (encoded === null) return null;
  if (from < to) return { ...spanOf(written, from, to), text: encoded };
  const isBehind = from > 0 && written.encode(text, from - 1, from) !== null;
  return { at: (isBehind ? ends[from - 1] : starts[from]) ?? 0, length: 0, text: encoded };
}
