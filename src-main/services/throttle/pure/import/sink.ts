/** Takes the lines of a log as a reader finds them. */
export interface RowSink {
  /** A line as names and texts; lines that have equal names may share one list of them. */
  add(names: readonly string[], values: readonly string[], line: number): void;
  leaveOut(line: number, message: string): void;
}

/** Reads one kind of log from text that comes in pieces, cut anywhere. */
export interface LogReader {
  /** @throws traffic.import-invalid */
  push(text: string): void;
  /** @throws traffic.import-invalid where nothing of it can be read */
  finish(): void;
}

/** A kind of log: how it is told from others, and how it is read. */
export interface LogFormat {
  /** Tests whether a text that begins so is of this kind. */
  isLike(head: LogHead): boolean;
  reader(sink: RowSink): LogReader;
}

/** The beginning of a log. */
export interface LogHead {
  readonly text: string;
  /** Its first lines that are not empty; the last one may be cut. */
  readonly lines: readonly string[];
}
