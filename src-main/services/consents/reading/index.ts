export { preview } from './preview.ts';
export { readRecords } from './readers.ts';
export type { ReadingContext } from './source-file.ts';
