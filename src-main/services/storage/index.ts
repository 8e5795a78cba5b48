export { type FileStorage, openFileStorage } from './file-storage.ts';
export { createMemoryStorage } from './memory-storage.ts';
