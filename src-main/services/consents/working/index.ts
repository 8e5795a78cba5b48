export { dataFiles } from './data-files.ts';
export { replaceFile } from './directory.ts';
export { createImportWorker, type ImportWorker } from './import-worker.ts';
export { readPlaces } from './row-places.ts';
export type { RowFilter } from './tasks.ts';
