/** A comment by its first line. */
export interface FirstLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

const riddle = /^(?:What|Whether|Who|Whoever)\b/;
const start = /^\s*(?:\/\*\*?|\/\/)\s?(.*)$/;

/** Finds the comments of a module, on lines of their own, that begin with What, Whether, Who or Whoever. */
export function riddlesIn(source: string): readonly FirstLine[] {
  const lines = source.split('\n');
  return lines.flatMap((text, index) => {
    const isContinued = /^\s*\/\//.test(text) && /^\s*\/\//.test(lines[index - 1] ?? '');
    const begins = isContinued ? undefined : start.exec(text)?.[1];
    if (begins === undefined) return [];
    // A block of several lines begins below its opening.
    const first = begins === '' ? (lines[index + 1] ?? '').replace(/^\s*\*\s?/, '') : begins;
    return riddle.test(first) ? [{ line: index + 1, text: first }] : [];
  });
}

/** Counts the lines of a module that are neither blank nor comment. */
export function codeLines(source: string): number {
  return source
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*\/\//.test(line)).length;
}
