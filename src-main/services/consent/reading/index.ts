export { preview } from './preview.ts';
export { readRecords } from './read-records.ts';
export type { ReadingContext } from './source-file.ts';
