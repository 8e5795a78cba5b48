const maxLines = 200;

/** A log that also keeps its last lines, for the report after a crash. */
export interface LogTail {
  readonly log: (line: string) => void;
  readonly lines: () => readonly string[];
}

/** Makes such a log. */
export function createLogTail(write: (line: string) => void): LogTail {
  let kept: string[] = [];
  return {
    log(line) {
      kept = [...kept.slice(1 - maxLines), line];
      write(line);
    },
    lines: () => kept,
  };
}
