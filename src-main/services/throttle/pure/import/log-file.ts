import type { TraceKind } from '#shared/throttle/traffic/trace-formats.ts';
import { logFormats } from './formats/index.ts';
import { notReadable, recognise } from './recognise.ts';
import type { PieceReader, RowSink, TextOf } from './sink.ts';

/** Text that is looked at before a format is recognised. */
const headLength = 65_536;

/** A file that is read: its format is known once enough of it came. */
export interface LogFile<Piece> extends PieceReader<Piece> {
  readonly format: TraceKind | null;
}

/** Makes texts of bytes in UTF-8. */
export interface Utf8 {
  readonly textOf: TextOf;
  /** Decodes pieces that are cut anywhere; without a piece: what is left at the end. */
  decoder(): (piece?: Uint8Array) => string;
}

/** Reads one file from its text, of a format or of the one that its beginning shows, or else its name. */
export function readLog(
  kind: TraceKind | null,
  sink: RowSink,
  told: TraceKind | null = null,
): LogFile<string> {
  return readPieces({
    textOf: (piece = '') => piece,
    keep: (piece) => piece,
    formatOf: (head) => formatOf(head, kind, told),
    readerOf: (format) => logFormats[format].reader(sink),
  });
}

/** Reads one file as `readLog` does, from its bytes: a text is made of it where its format needs one. */
export function readLogBytes(
  kind: TraceKind | null,
  sink: RowSink,
  utf8: Utf8,
  told: TraceKind | null = null,
): LogFile<Uint8Array> {
  return readPieces<Uint8Array>({
    textOf: utf8.decoder(),
    // The memory of a piece is used for the next one.
    keep: (piece) => new Uint8Array(piece),
    formatOf: (head) => formatOf(head, kind, told),
    readerOf(format) {
      const { byteReader, reader } = logFormats[format];
      return byteReader?.(sink, utf8.textOf) ?? decoding(reader(sink), utf8.decoder());
    },
  });
}

interface PieceInput<Piece> {
  readonly textOf: (piece?: Piece) => string;
  readonly keep: (piece: Piece) => Piece;
  readonly formatOf: (head: string) => TraceKind;
  readonly readerOf: (format: TraceKind) => PieceReader<Piece>;
}

/** Keeps the first pieces until their text shows the format. */
function readPieces<Piece>({ textOf, keep, formatOf: find, readerOf }: PieceInput<Piece>): LogFile<Piece> {
  let waiting: readonly Piece[] = [];
  let head = '';
  let format: TraceKind | null = null;
  let reader: PieceReader<Piece> | null = null;
  const begin = (): PieceReader<Piece> => {
    format = find(head);
    const begun = readerOf(format);
    for (const piece of waiting) begun.push(piece);
    waiting = [];
    head = '';
    reader = begun;
    return begun;
  };
  return {
    get format() {
      return format;
    },
    push(piece) {
      if (reader !== null) return reader.push(piece);
      head += textOf(piece);
      waiting = [...waiting, keep(piece)];
      if (head.length >= headLength) begin();
    },
    finish() {
      if (reader === null) head += textOf();
      (reader ?? begin()).finish();
    },
  };
}

/** @throws traffic.format-unknown */
function formatOf(head: string, kind: TraceKind | null, told: TraceKind | null): TraceKind {
  const isEmpty = head.trim() === '';
  const format = kind ?? (isEmpty ? 'csv' : (recognise(head) ?? told));
  if (format === null) throw notReadable(head, null);
  if (kind !== null && !isEmpty && isElse(head, kind)) throw notReadable(head, kind);
  return format;
}

/** Tests whether a text is surely not of a format: it is like another one, and not like this one. */
function isElse(head: string, kind: TraceKind): boolean {
  const found = recognise(head);
  return found !== null && found !== kind && kind !== 'csv' && kind !== 'har' && found !== 'csv';
}

function decoding(
  reader: PieceReader<string>,
  decode: (piece?: Uint8Array) => string,
): PieceReader<Uint8Array> {
  return {
    push: (bytes) => reader.push(decode(bytes)),
    finish() {
      reader.push(decode());
      reader.finish();
    },
  };
}
