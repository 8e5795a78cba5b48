/** Counts lines again that say the same as ones before in all but their time. */
export interface KnownRows {
  /** Tests whether `time` holds the time and nobody looks at `ignored`: lines that differ in these alone have one shape. */
  isBesides(time: string, ignored: string): boolean;
  /** The time that a text of the time column says, in milliseconds; null: none. */
  millisOf(text: string): number | null;
  /** Counts one more request of a shape that `add` or `keep` returned, with its facts. @throws traffic.too-large */
  again(shape: number, facts: number, atMillis: number): void;
  /** Facts about the shape that `add` or `keep` returned last, packed into a number. */
  factsOfLast(): number;
  /**
   * The places in `row` of the numbers of each name of the last line, −1: none yet, and behind them that of the address.
   * Null: the line had other names, or one of them decides more than its own number, as a request line does that is none.
   */
  placesOf(names: readonly string[]): Int32Array | null;
  /** The number of an address, for its place in a row; −1: it is empty. @throws traffic.too-large */
  codeAddress(address: string): number;
  /** The numbers of the last line. */
  readonly row: Int32Array;
  /** Clears the row, so that it can be filled for `keep`. */
  clear(): void;
  /** Takes the row as a line; returns its shape, −1: it is not kept. @throws traffic.too-large */
  keep(atMillis: number): number;
}

/** Takes the lines of a log as a reader finds them. */
export interface RowSink {
  /**
   * Takes a line as names and texts; lines that have equal names may share one list of them. Returns the number of its
   * shape; −1: it is not kept.
   */
  add(names: readonly string[], values: readonly string[], line: number): number;
  leaveOut(line: number, message: string): void;
  /** Absent: each line has to be taken by its texts. */
  readonly known?: KnownRows;
}

/** Reads one kind of log that comes in pieces, cut anywhere. */
export interface PieceReader<Piece> {
  /** @throws traffic.import-invalid, traffic.too-large */
  push(piece: Piece): void;
  /** @throws traffic.import-invalid where nothing of it can be read */
  finish(): void;
}

export type LogReader = PieceReader<string>;
export type ByteReader = PieceReader<Uint8Array>;

/** Makes a text of a part of bytes in UTF-8. */
export type TextOf = (bytes: Uint8Array, from: number, to: number) => string;

/** A kind of log: how it is told from others, and how it is read. */
export interface LogFormat {
  /** Tests whether a text that begins so is of this kind. */
  isLike(head: LogHead): boolean;
  reader(sink: RowSink): LogReader;
  /** Reads it without making a text of all of it; absent: nothing is gained by that. */
  byteReader?(sink: RowSink, textOf: TextOf): ByteReader;
}

/** The beginning of a log. */
export interface LogHead {
  readonly text: string;
  /** Its first lines that are not empty; the last one may be cut. */
  readonly lines: readonly string[];
}
