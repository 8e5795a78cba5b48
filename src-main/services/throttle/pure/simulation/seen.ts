import type { Decision } from '#shared/throttle/simulation/types.ts';

/** Shadowed: it would have been refused, if the filter were not in shadow mode. Not taken: the route is not for it. */
export type Outcome = 'accepted' | 'refused' | 'shadowed' | 'failed' | 'unthrottled' | 'notTaken';

/** One request as a simulator decided it. The same object is used again for the next one. */
export interface Seen {
  now: number;
  client: number;
  /** From 1. */
  attempt: number;
  /** When the first attempt came. */
  first: number;
  /** Number of the group; −1: there is no key. */
  group: number;
  /** Number of the answer. */
  answer: number;
  outcome: Outcome;
  waitNanos: number;
  /** Tokens before it took one. */
  level: number;
  bucket: Decision['bucket'];
}

export type Observer = (seen: Seen) => void;
