import { CsvError, type Options, Parser } from 'csv-parse';
import { type CsvReading, placeName, type RowPlace } from '#shared/consents/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { PlaceCounter } from './place-counter.ts';
import type { RecordReader } from './record-reader.ts';
import { readHandle, whileUnchanged } from './source-file.ts';
import { createTranscoder } from './to-utf8.ts';

/** Characters of one record: a quote that nobody closes would take the rest of the file for a cell. */
export const maxRecordBytes = 1_048_576;

type TakePlaced = (record: readonly string[], place: RowPlace) => void;

/**
 * csv-parse, of the readers that were measured the strict one that keeps quoted line ends and characters that a piece
 * of the file cuts: a million rows of 80 MB take 2.4 s of CPU, papaparse 0.6, csv-parser 1.5, @fast-csv 4.6 s.
 * papaparse splits characters between pieces and goes on reading when it is paused; udsv loses quoted line ends.
 * Records are taken where the parser makes them: through the readable side they would cost a queue besides.
 */
class RecordParser extends Parser {
  readonly #take: TakePlaced;
  readonly #places = new PlaceCounter();

  constructor(options: Options, take: TakePlaced) {
    super(options);
    this.#take = take;
    // The writer gets the error.
    this.on('error', () => {});
  }

  override push(record: string[] | null): boolean {
    if (record !== null) this.#take(record, this.#places.take(record, this.info.empty_lines));
    return true;
  }

  /** The place of the record that could not be read. */
  get place(): RowPlace {
    return this.#places.next(this.info.empty_lines);
  }
}

/** Makes the parser of a text in UTF-8. */
function createParser(
  { delimiter, quote }: Pick<CsvReading, 'delimiter' | 'quote'>,
  take: TakePlaced,
): RecordParser {
  return new RecordParser(
    {
      delimiter,
      quote: quote === '' ? null : quote,
      escape: quote === '' ? null : quote,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maxRecordBytes,
    },
    take,
  );
}

/**
 * Reads the records of a file of separated cells, header included.
 * @throws import.quote-open, import.quote-stray, import.cell-too-large, import.encoding-wrong, with the record
 */
export const readCsv: RecordReader<CsvReading> = (file, reading, context, onRecord) =>
  whileUnchanged(file, async (handle, sizeBytes) => {
    const transcoder = createTranscoder(reading.encoding);
    let records = 0;
    const parser = createParser(reading, (record, place) => {
      records += 1;
      if (transcoder.isDamaged && record.some((cell) => cell.includes('\ufffd')))
        throw wrongEncoding(reading, place);
      onRecord(record, records, place);
    });
    const take = (bytes: Buffer | null) => feed(parser, bytes, reading);
    const facts = await readHandle(handle, sizeBytes, context, (bytes) => take(transcoder.write(bytes)));
    await take(transcoder.end());
    await take(null);
    if (transcoder.isDamaged) throw wrongEncoding(reading, parser.place);
    return facts;
  });

/** The first records of a file, and the place of each. */
export interface HeadRecords {
  readonly records: readonly (readonly string[])[];
  readonly places: readonly RowPlace[];
}

/** Reads the first records of a text; what the text cuts at its end is left out. */
export async function readHeadRecords(
  text: Buffer,
  reading: CsvReading,
  isCut: boolean,
): Promise<HeadRecords & { readonly fault: GatehouseError | null }> {
  const records: (readonly string[])[] = [];
  const places: RowPlace[] = [];
  const parser = createParser(reading, (record, place) => {
    records.push(record);
    places.push(place);
  });
  try {
    await feed(parser, text, reading);
    if (!isCut) await feed(parser, null, reading);
    return { records, places, fault: null };
  } catch (error) {
    if (error instanceof GatehouseError) return { records, places, fault: error };
    throw error;
  } finally {
    parser.destroy();
  }
}

/** Lets the parser take a piece, or the end. */
async function feed(parser: RecordParser, bytes: Buffer | null, reading: CsvReading): Promise<void> {
  if (bytes?.length === 0) return;
  try {
    await new Promise<void>((resolve, reject) => {
      const done = (error?: Error | null) => (error ? reject(error) : resolve());
      if (bytes === null) parser.end(done);
      else parser.write(bytes, done);
    });
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error, reading, parser.place) : error;
  }
}

function unreadable(error: CsvError, { quote }: CsvReading, place: RowPlace): GatehouseError {
  const row = placeName(place);
  const other =
    'Fix the cell in the file, or choose another quote character, or none, in the settings of the file.';
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return new GatehouseError('import.quote-open', `${row} has a quoted cell without a closing quote.`, {
      cause: new Error(`A ${quote} opens a cell, and no closing ${quote} follows.`),
      fix: other,
    });
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new GatehouseError('import.cell-too-large', `${row} is longer than 1 MB.`, {
      cause: new Error('A cell is very long, or has an opening quote without a closing quote.'),
      fix: other,
    });
  return new GatehouseError('import.quote-stray', `${row} has an unescaped quote in a cell.`, {
    cause: new Error(`A ${quote} in a cell must be doubled, and the cell must be quoted.`),
    fix: other,
  });
}

function wrongEncoding({ encoding }: CsvReading, place: RowPlace): GatehouseError {
  return new GatehouseError(
    'import.encoding-wrong',
    `${placeName(place)} contains bytes that are not valid ${encoding.toUpperCase()}.`,
    {
      cause: new Error('The file has another encoding, or is damaged there.'),
      fix: 'Choose another encoding, such as windows-1252, and check that accented letters are correct.',
    },
  );
}
