import { createHash } from 'node:crypto';

/** The environment variable whose value sets the order of the unit tests; without it they run in Vitest's own. */
export const unitOrderVariable = 'GATEHOUSE_UNIT_ORDER';

/** Puts paths, relative to the checkout, into an order that a seed sets: the same on whatever machine. */
export function orderBySeed(paths: readonly string[], seed: string): readonly string[] {
  const placeOf = (path: string) => createHash('sha256').update(`${seed} ${path}`).digest('hex');
  return paths
    .map((path) => ({ path, place: placeOf(path) }))
    .toSorted((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ path }) => path);
}
