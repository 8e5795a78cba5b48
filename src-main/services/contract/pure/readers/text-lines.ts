import type { TextRange } from '#shared/contract/facts.ts';
import { firstFrom } from '../sorted-places.ts';

/** Counts lines and columns of offsets in one text. */
export interface TextLines {
  /** The range of a stretch; an offset behind the end of the text counts as its end. */
  rangeOf(at: number, length: number): TextRange;
}

/** Finds where the lines of a text begin, once, when it is asked for the first place. */
export function createTextLines(text: string): TextLines {
  let starts: readonly number[] | null = null;
  const location = (offset: number): readonly [line: number, column: number] => {
    starts ??= lineStarts(text);
    const known = starts;
    const line = firstFrom(known.length, (index) => known[index] ?? 0, offset + 1);
    return [line, offset - (known[line - 1] ?? 0) + 1];
  };
  return {
    rangeOf(at, length) {
      const [line, column] = location(Math.min(at, text.length));
      const [endLine, endColumn] = location(Math.min(at + length, text.length));
      return { line, column, endLine, endColumn };
    },
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
