import type { Rate } from './types.ts';

/**
 * The token bucket of the model product, for comparison with it: whole tokens on a grid that begins with the first
 * request. Refill that did not fit stays as elapsed time and is granted right after the next take, so that up to
 * 2C − 1 requests can pass at one instant.
 */
export function decideCarryOver(
  refills: Float64Array,
  counters: Int32Array,
  slot: number,
  nowNanos: number,
  { numberOfRequests, durationNanos, stepNanos }: Rate,
): number {
  let refilled = refills[slot] ?? 0;
  let tokens = counters[slot] ?? 0;
  // Time that went back leaves the bucket as it is, from now on.
  if (refilled > nowNanos) refilled = nowNanos;
  const elapsed = nowNanos - refilled;
  if (elapsed > durationNanos) {
    refilled = nowNanos;
    tokens = numberOfRequests;
  } else {
    const added = Math.min(Math.floor(elapsed / stepNanos), numberOfRequests - tokens);
    tokens += added;
    refilled += added * stepNanos;
  }
  const isAccepted = tokens > 0;
  refills[slot] = refilled;
  counters[slot] = isAccepted ? tokens - 1 : 0;
  return isAccepted ? 0 : Math.max(1, refilled + stepNanos - nowNanos);
}
