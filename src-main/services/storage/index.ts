export { type FileStorage, openFileStorage } from './file-storage.ts';
export { createMemoryStorage } from './memory-storage.ts';
export { stateProblems } from './state-problems.ts';
export { openSummaryDatabase } from './summary-database.ts';
