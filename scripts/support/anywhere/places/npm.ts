import type { Place } from '../place.ts';
import { npmSet } from '../test-sets.ts';

/** Places that differ in how npm is called; what it is told, it tells the npm that the tests call. */
export const npmPlaces: readonly Place[] = ['--silent', '--ignore-scripts'].map((option) => ({
  id: `npm${option.slice(1)}`,
  title: `npm with ${option}`,
  set: npmSet,
  prepare: async ({ ordinary }) => ({ checkout: ordinary(), npm: [option] }),
}));
