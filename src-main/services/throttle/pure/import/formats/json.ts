import { LineSplitter, tooLongText } from '../lines.ts';
import type { LogHead, LogReader, RowSink } from '../sink.ts';

/** A JSON text; null: it is none. RFC 8259 */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** The object that a text is; null: it is none. */
export function objectOf(text: string): JsonObject | null {
  const value = parsed(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** The object in the first line of a log; null: there is none. */
export function firstObject({ lines }: LogHead): JsonObject | null {
  return lines[0] === undefined ? null : objectOf(lines[0]);
}

/** A text, number or truth as text; null: it is something else. */
export function plainText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** Reads a log with one JSON object a line; `take` gives the names and the texts of one. */
export function objectLines(
  sink: RowSink,
  take: (line: JsonObject, found: (name: string, text: string) => void) => void,
): LogReader {
  let names: readonly string[] = [];
  const splitter = new LineSplitter(
    (line, number) => {
      if (line.trim() === '') return;
      const object = objectOf(line);
      if (object === null) return sink.leaveOut(number, 'The line is no JSON object.');
      const found: string[] = [];
      const values: string[] = [];
      take(object, (name, text) => {
        found.push(name);
        values.push(text);
      });
      if (found.length === 0) return sink.leaveOut(number, 'The object holds no texts and no numbers.');
      // Lines mostly have the same names: one list of them tells it at once.
      if (found.length !== names.length || found.some((name, index) => name !== names[index])) names = found;
      sink.add(names, values, number);
    },
    (number) => sink.leaveOut(number, tooLongText),
  );
  return { push: (text) => splitter.push(text), finish: () => splitter.finish() };
}
