import type { Reading } from '#shared/consent/index.ts';
import { readCsv } from './csv.ts';
import type { RecordReader } from './record-reader.ts';
import { readXlsx } from './xlsx/read-xlsx.ts';

/** Reads the records of a file by the reader of its kind. @throws what the readers throw */
export const readRecords: RecordReader<Reading> = (file, reading, context, onRecord) =>
  reading.kind === 'csv'
    ? readCsv(file, reading, context, onRecord)
    : readXlsx(file, reading, context, onRecord);
