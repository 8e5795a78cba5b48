import type { Clock } from '#shared/time/clock.ts';

/** Digits of the milliseconds at the head of an id, in base 36: enough until the year 5188. */
const stemDigits = 9;
const importedPrefix = 'h';

/** The head of an id: the time in a form that sorts. */
export function idStem(nowMillis: number): string {
  return Math.floor(nowMillis).toString(36).padStart(stemDigits, '0');
}

/** Ids that sort by time: nine base-36 digits of milliseconds, four of a counter. */
export function createIdSequence(clock: Clock): () => string {
  let lastMillis = 0;
  let counter = 0;
  let stem = '';
  return () => {
    const nowMillis = clock.nowMillis();
    if (nowMillis > lastMillis) {
      lastMillis = nowMillis;
      counter = 0;
      stem = idStem(nowMillis);
    }
    counter += 1;
    return stem + counter.toString(36).padStart(4, '0');
  };
}

/** Id of an imported exchange: the same entry of the same source has the same one however often it is written. */
export function importedId(sourceId: string, index: number): string {
  return `${importedPrefix}${sourceId}${index.toString(36).padStart(5, '0')}`;
}

/** Tests whether an exchange was imported: its id then gives the time of the import, not of the recording. */
export function isImportedId(id: string): boolean {
  return id.startsWith(importedPrefix);
}
