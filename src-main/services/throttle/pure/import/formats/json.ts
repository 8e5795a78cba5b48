import { parsedJson } from '#shared/text/decoding.ts';
import { LineSplitter, tooLongText } from '../lines.ts';
import type { LogHead, LogReader, RowSink } from '../sink.ts';
import { JsonListSplitter } from './json-list.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The object that a text is; null: it is none. */
export function objectOf(text: string): JsonObject | null {
  const value = parsedJson(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** The object in the first line of a log, or the first one of a list; null: there is none. */
export function firstObject({ lines, text }: LogHead): JsonObject | null {
  const [line] = lines;
  if (line === undefined) return null;
  return isList(text) ? firstOfList(text) : objectOf(line);
}

function isList(text: string): boolean {
  return /^\s*\[/.test(text);
}

function firstOfList(text: string): JsonObject | null {
  let first: JsonObject | null = null;
  const list = new JsonListSplitter({
    take(entry, number) {
      if (number === 1) first = objectOf(entry);
    },
    leaveOut: () => undefined,
  });
  list.push(text);
  return first;
}

/** A text, number or truth as text; null: it is something else. */
export function plainText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** Reads a log with one JSON object a line, or a list of them; `take` gives the names and the texts of one. */
export function objectLines(
  sink: RowSink,
  take: (line: JsonObject, found: (name: string, text: string) => void) => void,
): LogReader {
  let names: readonly string[] = [];
  const takerOf = (unit: string) => (text: string, number: number) => {
    if (text.trim() === '') return;
    const object = objectOf(text);
    if (object === null) return sink.leaveOut(number, `The ${unit} is not a JSON object.`);
    const found: string[] = [];
    const values: string[] = [];
    take(object, (name, value) => {
      found.push(name);
      values.push(value);
    });
    if (found.length === 0) return sink.leaveOut(number, 'The object has no strings and no numbers.');
    // Lines mostly have the same names: one list of them tells it at once.
    if (found.length !== names.length || found.some((name, index) => name !== names[index])) names = found;
    sink.add(names, values, number);
  };
  const readerOf = (text: string): LogReader =>
    isList(text)
      ? new JsonListSplitter({
          take: takerOf('entry'),
          leaveOut: (number, why) => sink.leaveOut(number, why),
        })
      : new LineSplitter(takerOf('line'), (number) => sink.leaveOut(number, tooLongText));
  let reader: LogReader | null = null;
  let waiting = '';
  return {
    push(text) {
      if (reader !== null) return reader.push(text);
      waiting += text;
      if (waiting.trim() === '') return;
      reader = readerOf(waiting);
      reader.push(waiting);
      waiting = '';
    },
    finish: () => reader?.finish(),
  };
}
