export { createDateReader, createSkipCheck, formatsOf, writeLocal } from './dates/date-reader.ts';
export { createDateSurvey } from './dates/date-survey.ts';
export {
  type DatesChoice,
  type DatesDecision,
  type DatesQuestion,
  decideDates,
  formatsWith,
  readingOf,
} from './dates/decide-dates.ts';
export { serialMillis } from './dates/numbers.ts';
export { createOverlay, type Overlay } from './fixes.ts';
export {
  type DateReading,
  dateReadingSchema,
  delimiters,
  type Encoding,
  encodings,
  type Fix,
  fixSchema,
  type ImportJob,
  importJobSchema,
  type Loading,
  loadingSchema,
  type Mapping,
  mappingSchema,
  type Pace,
  type PlanSummary,
  paceSchema,
  quotes,
  type Reading,
  type RowFlag,
  type RowOutcome,
  readingSchema,
  rowFlags,
  rowOutcomes,
  type UserAttribute,
} from './job.ts';
export { suggestMapping } from './mapping/suggest-mapping.ts';
export { type ImportMatches, matchesSchema } from './matches.ts';
export { createPacer, type Pacer } from './pacing/pacer.ts';
export { isEmptyRow, locateColumns } from './plan/columns.ts';
export { findingsOf } from './plan/findings.ts';
export { ambiguousUser, createPlanner, unknownUser } from './plan/planner.ts';
export { bitOf, codeOf, flagsOf, outcomeOf, problemOutcomes, quietOutcomes } from './plan/record.ts';
export { rowMessage } from './plan/row-message.ts';
export type { Decided } from './plan/tally.ts';
export { isLeftOver, type RowResult, resultCells, resultColumns } from './result/result-columns.ts';
export { effectiveRevision } from './revision.ts';
export { guessDialect } from './source/dialect.ts';
export { fromLatin1, guessEncoding, markBytes, toLatin1 } from './source/encoding.ts';
export { addedColumns, guessHeader, nameColumns } from './source/header.ts';
export { placeName, plainPlace, type RowPlace } from './source/row-place.ts';
export {
  type CsvReading,
  type ReadingKind,
  sourceFormats,
  writtenReading,
  type XlsxReading,
} from './source/source-formats.ts';
export type * from './types.ts';
export { settlementStatuses } from './types.ts';
