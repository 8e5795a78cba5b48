import { createTimedMap, type TimedMap } from './timed-map.ts';

const maxSets = 256;
const setLifetimeMillis = 300_000;
/** Pause before a set that lacks a key is fetched once more. */
const refetchPauseMillis = 60_000;

/** A key as a set has it. RFC 7517 §4 */
export type Jwk = Readonly<Record<string, unknown>>;

/** Keys of a client, or why they cannot be had. */
export type ClientKeySet = { readonly keys: readonly Jwk[] } | { readonly fault: string };

/** Key sets of clients that publish theirs, by address. */
export interface ClientKeyStore {
  readonly sets: TimedMap<readonly Jwk[]>;
  /** When each was last fetched. */
  readonly asked: TimedMap<number>;
  /** Fetches that have not ended: whoever needs such a set waits for it. */
  readonly fetching: Map<string, Promise<ClientKeySet>>;
}

/** Creates the store, empty: a set is kept for five minutes. */
export function createClientKeyStore(): ClientKeyStore {
  return {
    sets: createTimedMap(setLifetimeMillis, maxSets),
    asked: createTimedMap(refetchPauseMillis, maxSets),
    fetching: new Map(),
  };
}
