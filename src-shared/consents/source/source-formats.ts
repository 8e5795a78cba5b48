import { assertNever } from '../../errors/index.ts';
import type { FileFormat } from '../../files/index.ts';
import type { Reading } from '../job.ts';

/** The kinds of files that consents are read from. A new one begins with its settings, in `readingSchema`. */
export type ReadingKind = Reading['kind'];

export type CsvReading = Extract<Reading, { kind: 'csv' }>;
export type XlsxReading = Extract<Reading, { kind: 'xlsx' }>;

/** A kind of file as dialogs and drop zones know it. */
export interface SourceFormat extends FileFormat {
  /** Its cells are text that can be pasted, and its results are written as it was; of others as plain CSV. */
  readonly isText: boolean;
}

/** The kinds of files that consents are read from. */
export const sourceFormats: Readonly<Record<ReadingKind, SourceFormat>> = {
  csv: {
    endings: ['csv', 'tsv'],
    looseEndings: ['txt'],
    mediaTypes: ['text/csv', 'text/tab-separated-values'],
    isText: true,
  },
  xlsx: {
    endings: ['xlsx'],
    mediaTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    isText: false,
  },
};

/** How the results of a file are written, and read again: a text as it was, anything else as plain CSV. */
export function writtenReading(reading: Reading | null): CsvReading {
  if (reading === null) return plainCsv(1);
  switch (reading.kind) {
    case 'csv':
      return reading;
    case 'xlsx':
      return plainCsv(reading.headerRow);
    default:
      return assertNever(reading);
  }
}

function plainCsv(headerRow: number | null): CsvReading {
  return { kind: 'csv', encoding: 'utf-8', delimiter: ',', quote: '"', headerRow };
}
