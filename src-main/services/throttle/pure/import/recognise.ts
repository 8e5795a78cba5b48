import { GatehouseError } from '#shared/errors/index.ts';
import { type TraceKind, traceKinds } from '#shared/throttle/traffic/trace-formats.ts';
import { logFormats } from './formats/index.ts';
import type { LogHead } from './sink.ts';

const shownLines = 20;
const readable =
  'Choose an access log of nginx, Apache, Envoy or Kong, JSON Lines, CSV, or a HAR document. Files may be compressed with gzip.';

/** The beginning of a text as recognition looks at it. */
export function headOf(text: string): LogHead {
  const plain = text.replace(/^\uFEFF/, '');
  const lines = plain
    .split('\n', shownLines * 5)
    .map((line) => line.replace(/\r$/, ''))
    .filter((line) => line.trim() !== '');
  return { text: plain, lines: lines.slice(0, shownLines) };
}

/** The format of a log, from its beginning; null: it is none that can be read. */
export function recognise(text: string): TraceKind | null {
  const head = headOf(text);
  return traceKinds.find((kind) => logFormats[kind].isLike(head)) ?? null;
}

/** Says what a text is that is no log of the format that was expected; null expected: of any. */
export function notReadable(text: string, expected: TraceKind | null): GatehouseError {
  const found = recognise(text);
  if (expected !== null && found !== null && found !== expected)
    return new GatehouseError(
      'traffic.format-unknown',
      `Expected format: ${names[expected]}. The content matches another format: ${names[found]}.`,
      { fix: 'Choose the matching format, or let Gatehouse detect it.' },
    );
  const message =
    expected === null
      ? `The log format is not supported. The file looks like ${lookOf(text)}.`
      : `Expected format: ${names[expected]}. The file looks like ${lookOf(text)}.`;
  return new GatehouseError('traffic.format-unknown', message, { fix: readable });
}

const names: Readonly<Record<TraceKind, string>> = {
  har: 'HAR document',
  kong: 'Kong log',
  envoy: 'Envoy access log',
  'access-log': 'nginx or Apache access log',
  ndjson: 'JSON Lines',
  csv: 'CSV',
};

const looks: readonly (readonly [RegExp, string])[] = [
  [/^\s*$/, 'an empty file'],
  [/^PK/, 'a ZIP archive or a spreadsheet'],
  [/^%PDF/, 'a PDF document'],
  [/\0/, 'a binary file'],
  [/^\s*<(?:!doctype|html)/i, 'HTML'],
  [/^\s*</, 'XML'],
  [/^#(?:Software|Version|Fields|Date):/, 'a W3C extended log (IIS)'],
  [/^\s*\[/, 'a JSON array whose first item is not an object'],
  [/^\s*\{/, 'a single JSON document instead of one object per line'],
];

function lookOf(text: string): string {
  const found = looks.find(([pattern]) => pattern.test(text))?.[1];
  return found ?? `text whose first line is “${(headOf(text).lines[0] ?? '').slice(0, 60)}”`;
}
