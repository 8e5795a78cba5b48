import { resolve } from 'node:path';

/** The folder of the checkout. */
export const rootDir = resolve(import.meta.dirname, '../..');
