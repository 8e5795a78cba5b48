import type { Reading, RowPlace } from '#shared/consents/index.ts';
import type { ReadingContext, SourceFacts } from './source-file.ts';

/** Takes a record of a file. */
export type TakeRecord = (cells: readonly string[], record: number, place: RowPlace) => void;

/**
 * Reads all records of a file, header included, in their order; `onRecord` takes each with its number from 1 and its
 * place. Empty ones have no number, but a place.
 */
export type RecordReader<Kind extends Reading> = (
  file: string,
  reading: Kind,
  context: ReadingContext,
  onRecord: TakeRecord,
) => Promise<SourceFacts>;
