import { type Rate, rateOf } from '#shared/throttle/index.ts';

/** A rate for a test; one that is malformed is a fault of the test. */
export function makeRate(numberOfRequests: number, duration: string): Rate {
  const read = rateOf(numberOfRequests, duration);
  if ('rate' in read) return read.rate;
  throw new Error(read.problem.message);
}

export const second = 1_000_000_000;
