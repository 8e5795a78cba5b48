import {
  addedColumns,
  type CsvReading,
  guessDialect,
  guessEncoding,
  guessHeader,
  nameColumns,
  type ReadingGuess,
  type RowPlace,
  type SourcePreview,
} from '#shared/consents/index.ts';
import type { Problem } from '#shared/errors/index.ts';
import { unguardFormula } from '#shared/sheets/cells.ts';
import { type HeadRecords, readHeadRecords } from './csv.ts';
import { createTranscoder } from './to-utf8.ts';

/** Text by which delimiter and quote are guessed. */
const dialectChars = 65_536;
const maxRecords = 20;
const maxRows = 100;
const maxNonAscii = 10;

/** Settings, some of which are given. */
export type Given<R> = { readonly [K in keyof R]?: R[K] | undefined };

/** The parts read of a file: its head, and pieces from further down. */
export interface SourceHead {
  readonly head: Buffer;
  readonly others: readonly Buffer[];
  readonly sizeBytes: number;
}

/** Previews a file of separated cells by its head. */
export async function previewCsv(
  { head, others, sizeBytes }: SourceHead,
  given: Given<CsvReading>,
): Promise<SourcePreview> {
  const guesses: ReadingGuess[] = [];
  const isCut = sizeBytes > head.length;
  const encodingGuess = guessEncoding([head, ...others], !isCut);
  if (given.encoding === undefined) guesses.push(encodingGuess);
  const encoding = given.encoding ?? encodingGuess.value;
  const transcoder = createTranscoder(encoding);
  const text = isCut ? transcoder.write(head) : Buffer.concat([transcoder.write(head), transcoder.end()]);
  const { dialect, guesses: dialectGuesses } = guessDialect(text.toString('utf8', 0, dialectChars), {
    ...(given.delimiter === undefined ? {} : { delimiter: given.delimiter }),
    ...(given.quote === undefined ? {} : { quote: given.quote }),
  });
  const reading: CsvReading = { kind: 'csv', encoding, ...dialect, headerRow: given.headerRow ?? null };
  const { fault, ...first } = await readHeadRecords(text, reading, isCut);
  guesses.push(...dialectGuesses);
  return {
    ...previewRecords(first, given.headerRow, (headerRow) => ({ ...reading, headerRow }), guesses, [
      ...(fault === null ? [] : [fault.toProblem()]),
      ...(transcoder.isDamaged ? [notInEncoding(encoding)] : []),
      ...(text.includes(0) ? [hasNul()] : []),
    ]),
    sheets: [],
    sizeBytes,
  };
}

/** Previews the first records of a file, by a header row that was given or is guessed. */
export function previewRecords<R extends SourcePreview['reading']>(
  { records, places }: HeadRecords,
  givenHeader: number | null | undefined,
  readingOf: (headerRow: number | null) => R,
  guesses: readonly ReadingGuess[],
  problems: readonly Problem[],
): Omit<SourcePreview, 'sheets' | 'sizeBytes'> {
  const {
    headerRow: guessed,
    problems: doubts,
    ...guess
  } = guessHeader(records, (record) => places[record - 1]?.row ?? record);
  const headerRow = givenHeader === undefined ? guessed : givenHeader;
  const header = headerRow === null ? null : (records[headerRow - 1] ?? []);
  const added = addedColumns(header);
  const own = (record: readonly string[]) =>
    added.size === 0 ? record : record.filter((_, index) => !added.has(index)).map(unguardFormula);
  const rows = records.slice(headerRow ?? 0).map(own);
  return {
    reading: readingOf(headerRow),
    guesses: givenHeader === undefined ? [...guesses, guess] : guesses,
    columns: nameColumns(header === null ? null : own(header), rows[0]?.length ?? 0),
    firstRecords: records.slice(0, maxRecords),
    firstPlaces: places.slice(0, maxRecords),
    rows: rows.slice(0, maxRows),
    nonAscii: nonAsciiRows(rows, places.slice(headerRow ?? 0)),
    problems: [
      ...problems,
      ...(givenHeader === undefined ? doubts : []),
      ...(rows.length === 0 ? [noRows()] : []),
    ],
  };
}

function nonAsciiRows(
  rows: readonly (readonly string[])[],
  places: readonly RowPlace[],
): SourcePreview['nonAscii'] {
  return rows
    .map((cells, index) => ({
      row: places[index]?.row ?? index + 1,
      text: cells.filter(isBeyondAscii).join(' · '),
    }))
    .filter(({ text }) => text !== '')
    .slice(0, maxNonAscii);
}

function isBeyondAscii(cell: string): boolean {
  // Its length in UTF-8 tells without a pattern of controls.
  return Buffer.byteLength(cell) > cell.length;
}

function notInEncoding(encoding: string): Problem {
  return {
    code: 'import.encoding-wrong',
    severity: 'error',
    message: `The file is not in ${encoding.toUpperCase()}.`,
    cause: 'Some bytes are not valid in that encoding. They are shown as �.',
    fix: 'Choose another encoding, and check that accented letters are correct.',
  };
}

function hasNul(): Problem {
  return {
    code: 'import.nul',
    severity: 'error',
    message: 'The start of the file contains NUL characters. Rows that contain them are not sent.',
    cause:
      'Text files contain no NUL characters. The file is damaged, has another encoding such as UTF-16, or is not a text file.',
    fix: 'Choose another encoding, or save the file again as CSV or XLSX.',
  };
}

function noRows(): Problem {
  return {
    code: 'import.source-empty',
    severity: 'error',
    message: 'The file has no rows below the header.',
    cause: 'The file or sheet ends after the header.',
    fix: 'Choose another header row, another sheet or another file.',
  };
}
