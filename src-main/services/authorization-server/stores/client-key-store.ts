import { createTimedMap, type TimedMap } from './timed-map.ts';

const maxSets = 256;
const setLifetimeMillis = 300_000;
/** Pause before a set that lacks a key is fetched once more. */
const refetchPauseMillis = 60_000;

/** A key as a set has it. RFC 7517 §4 */
export type Jwk = Readonly<Record<string, unknown>>;

/** Key sets of clients that publish theirs, and when each was last asked for. */
export interface ClientKeyStore {
  readonly sets: TimedMap<readonly Jwk[]>;
  readonly asked: TimedMap<number>;
}

/** Creates the store, empty: a set is kept for five minutes. */
export function createClientKeyStore(): ClientKeyStore {
  return {
    sets: createTimedMap(setLifetimeMillis, maxSets),
    asked: createTimedMap(refetchPauseMillis, maxSets),
  };
}
