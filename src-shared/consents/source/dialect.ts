import { delimiters, quotes } from '../job.ts';
import type { ReadingGuess } from '../types.ts';
import type { CsvReading } from './source-formats.ts';

/** How a text of separated cells is cut. */
export type Dialect = Pick<CsvReading, 'delimiter' | 'quote'>;

/** Records that are looked at: delimiters show early whether they are any. */
const sampleRecords = 200;
const delimiterNames: Readonly<Record<CsvReading['delimiter'], string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
};

/** Guesses delimiter and quote from the head of a text: those by which most records have equally many cells. */
export function guessDialect(
  text: string,
  given: Partial<Dialect>,
): { readonly dialect: Dialect; readonly guesses: readonly ReadingGuess[] } {
  const tried = (given.delimiter === undefined ? delimiters : [given.delimiter])
    .flatMap((delimiter) =>
      (given.quote === undefined ? quotes : [given.quote]).map((quote) => ({ delimiter, quote })),
    )
    .map((dialect) => ({ dialect, ...score(text, dialect) }))
    // Stable: of equally good ones, the first is more common.
    .toSorted((a, b) => b.score - a.score);
  const [best] = tried;
  const dialect = best?.dialect ?? { delimiter: given.delimiter ?? ',', quote: given.quote ?? '"' };
  return {
    dialect,
    guesses: [
      ...(given.delimiter === undefined ? [delimiterGuess(dialect, best)] : []),
      ...(given.quote === undefined ? [quoteGuess(dialect, best?.quoted ?? 0)] : []),
    ],
  };
}

function delimiterGuess({ delimiter }: Dialect, found: Score | undefined): ReadingGuess {
  const { cells = 1, steadiness = 0 } = found ?? {};
  const share = `${Math.round(steadiness * 100)} %`;
  return {
    what: 'delimiter',
    value: delimiter,
    confidence: cells > 1 ? steadiness : 0.3,
    reason:
      cells > 1
        ? `${share} of the first records have ${cells} cells when split at the ${delimiterNames[delimiter]}.`
        : 'The first records contain no delimiter. Each is one cell.',
  };
}

function quoteGuess({ quote }: Dialect, quoted: number): ReadingGuess {
  return {
    what: 'quote',
    value: quote,
    confidence: quoted > 0 ? 0.95 : 0.7,
    reason: quoted > 0 ? `${quoted} cells are quoted this way.` : 'No cell is quoted.',
  };
}

interface Score {
  readonly score: number;
  readonly cells: number;
  /** Share of the records that have this many cells. */
  readonly steadiness: number;
  /** Cells in quotes. */
  readonly quoted: number;
}

function score(text: string, dialect: Dialect): Score {
  const { counts, quoted, broken } = countCells(text, dialect);
  const byCells = new Map<number, number>();
  for (const count of counts) byCells.set(count, (byCells.get(count) ?? 0) + 1);
  let [cells, records] = [1, 0];
  for (const [count, times] of byCells)
    if (times * count > records * cells) [cells, records] = [count, times];
  const steadiness = counts.length === 0 ? 0 : records / counts.length;
  // Quotes that really enclose cells speak for a quote, those that break speak against it more.
  const quoting = Math.min(quoted, 50) / 100 - Math.min(broken, 50) / 10;
  // Where nothing is quoted, the quotation mark is what may come, and the apostrophe a letter.
  const custom = dialect.quote === '"' ? 0.02 : dialect.quote === "'" && quoted === 0 ? -0.02 : 0;
  return {
    score: (cells > 1 ? 1 : 0) + steadiness + Math.min(cells, 20) / 100 + quoting + custom,
    cells,
    steadiness,
    quoted,
  };
}

/** Counts the cells of the first records; a last record that the text cuts is left out where there are others. */
function countCells(text: string, { delimiter, quote }: Dialect) {
  const counts: number[] = [];
  let [cells, quoted, broken] = [1, 0, 0];
  let begin = 0;
  let index = 0;
  for (; index < text.length && counts.length < sampleRecords; index += 1) {
    const char = text[index];
    if (char === quote) {
      if (index !== begin) {
        // Apostrophes occur in words; quotation marks should not.
        broken += quote === '"' ? 1 : 0;
        continue;
      }
      index = closingQuote(text, index, quote);
      quoted += 1;
      if (!endsCell(text[index + 1], delimiter) || index >= text.length) broken += 1;
    } else if (char === delimiter) {
      cells += 1;
      begin = index + 1;
    } else if (char === '\n' || char === '\r') {
      if (index > begin || cells > 1) counts.push(cells);
      cells = 1;
      begin = index + 1;
    }
  }
  if (counts.length === 0 && index > 0) counts.push(cells);
  return { counts, quoted, broken };
}

/** Place of the quote that closes the one at `begin`; the end of the text where none does. */
function closingQuote(text: string, begin: number, quote: string): number {
  for (let index = begin + 1; index < text.length; index += 1) {
    if (text[index] !== quote) continue;
    if (text[index + 1] !== quote) return index;
    index += 1;
  }
  return text.length;
}

function endsCell(next: string | undefined, delimiter: string): boolean {
  return next === undefined || next === delimiter || next === '\n' || next === '\r';
}
