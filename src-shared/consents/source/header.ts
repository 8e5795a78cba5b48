import type { Problem } from '../../errors/index.ts';
import { resultColumns } from '../result/result-columns.ts';
import type { ReadingGuess } from '../types.ts';

/** Records among which a header is looked for. */
const maxPreamble = 20;

/** Names the columns by the cells of their header: each has a name, and no two the same. */
export function nameColumns(header: readonly string[] | null, count: number): readonly string[] {
  const taken = new Set<string>();
  return Array.from({ length: header?.length ?? count }, (_, index) => {
    const cell = header?.[index]?.trim() ?? '';
    const wanted = cell === '' ? `Column ${index + 1}` : cell;
    let name = wanted;
    for (let times = 2; taken.has(name); times += 1) name = `${wanted} (${times})`;
    taken.add(name);
    return name;
  });
}

/**
 * Guesses which record names the columns: the first whose cells are all there, all different and all words, where
 * records below it look like values. Without one, a record of which some cells are empty or stand twice, above values.
 * `rowOf` gives the number of a record in the spreadsheet.
 */
export function guessHeader(
  records: readonly (readonly string[])[],
  rowOf: (record: number) => number = (record) => record,
): ReadingGuess & {
  readonly headerRow: number | null;
  readonly problems: readonly Problem[];
} {
  const width = Math.max(0, ...records.map((record) => record.length));
  const index = records
    .slice(0, maxPreamble)
    .findIndex(
      (record) => record.length >= Math.min(width, 2) && isHeader(record) && !isGroupHeading(record, width),
    );
  const guess = (headerRow: number | null, confidence: number, reason: string, problems: Problem[] = []) => ({
    what: 'headerRow' as const,
    value: headerRow === null ? '' : String(headerRow),
    headerRow,
    confidence,
    reason,
    problems,
  });
  const header = records[index];
  if (header === undefined) {
    const loose = looseHeaderOf(records, width);
    return loose === null
      ? guess(null, 0.6, 'No record has a distinct word in each cell.')
      : guess(loose, 0.6, 'The cells are words, some blank or repeated. The rows below contain values.');
  }
  const below = records.slice(index + 1, index + 30);
  const second = below[0];
  if (second !== undefined && below.length > 1 && isHeader(second) && isAlike(header, second, below.slice(1)))
    return guess(index + 1, 0.5, `Rows ${rowOf(index + 1)} and ${rowOf(index + 2)} both look like headers.`, [
      twoHeaders(rowOf(index + 1), rowOf(index + 2)),
    ]);
  const values = below.filter((record) => !isHeader(record)).length;
  return values > 0 || below.length === 0
    ? guess(index + 1, 0.9, 'The cells are distinct words. The rows below contain values.')
    : guess(index + 1, 0.6, 'The cells are distinct words.');
}

/** The record, from 1, that names columns although some names are missing or repeated; null if none does. */
function looseHeaderOf(records: readonly (readonly string[])[], width: number): number | null {
  const index = records.slice(0, maxPreamble).findIndex((record, at) => {
    const named = record.map((cell) => cell.trim()).filter((cell) => cell !== '');
    const below = records.slice(at + 1, at + 30);
    return (
      !isGroupHeading(record, width) &&
      named.length >= 2 &&
      named.every(isWord) &&
      record.some((cell, column) => isWord(cell.trim()) && holdsValues(below, column))
    );
  });
  return index === -1 ? null : index + 1;
}

/** True if a column has values, and none of them is a word. */
function holdsValues(records: readonly (readonly string[])[], column: number): boolean {
  const values = records.map((record) => record[column]?.trim() ?? '').filter((value) => value !== '');
  return values.length > 0 && !values.some(isWord);
}

/** Words: no cell is empty, a number, a date, an address or an id, and none is repeated. */
function isHeader(record: readonly string[]): boolean {
  return (
    record.length > 0 &&
    new Set(record.map((cell) => cell.trim().toLowerCase())).size === record.length &&
    record.every((cell) => isWord(cell.trim()))
  );
}

function isWord(cell: string): boolean {
  return (
    cell !== '' &&
    cell.length <= 100 &&
    !/^[-+]?[\d.,:/\s-]+$/.test(cell) &&
    !/@|^[=+]|\d{4}-\d\d|[\r\n]/.test(cell) &&
    !/^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(cell)
  );
}

/** A title or a heading over some of the columns has fewer cells than the records below. */
function isGroupHeading(record: readonly string[], width: number): boolean {
  return record.filter((cell) => cell.trim() !== '').length < Math.ceil(width / 2);
}

/** True if a second record also contains names: it repeats the first, or has words above plain values. */
function isAlike(
  first: readonly string[],
  second: readonly string[],
  below: readonly (readonly string[])[],
): boolean {
  if (second.length !== first.length) return false;
  if (second.every((cell, index) => cell === first[index])) return true;
  return second.some((_, column) => holdsValues(below, column));
}

function twoHeaders(first: number, second: number): Problem {
  return {
    code: 'import.two-headers',
    severity: 'warning',
    message: `Two rows look like headers: ${first} and ${second}.`,
    cause: 'Both have a distinct word in each cell. The rows below do not.',
    fix: `Choose the header row. If you choose row ${first}, row ${second} is read as a consent.`,
  };
}

/**
 * The places of the columns that a result file added, where a header names all of them: they say what became of the
 * rows once, and are not read again.
 */
export function addedColumns(header: readonly string[] | null): ReadonlySet<number> {
  const names = header?.map((cell) => cell.trim()) ?? [];
  const places = resultColumns.map((name) => names.lastIndexOf(name));
  return new Set(places.includes(-1) ? [] : places);
}
