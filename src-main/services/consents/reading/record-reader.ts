import type { Reading } from '#shared/consents/index.ts';
import type { ReadingContext, SourceFacts } from './source-file.ts';

/** Reads all records of a file, header included, in their order; `onRecord` takes each with its number from 1. */
export type RecordReader<Kind extends Reading> = (
  file: string,
  reading: Kind,
  context: ReadingContext,
  onRecord: (cells: readonly string[], record: number) => void,
) => Promise<SourceFacts>;
