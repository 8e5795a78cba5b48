import { config } from 'zod';

/** Keeps the schema library from making functions out of text: pages may not do so. */
export function checkWithoutEval(): void {
  config({ jitless: true });
}
