/**
 * Takes a token from the bucket in a slot, or says how long to wait for one: 0 is accepted. A bucket is one number, the
 * theoretical arrival time: until when it is booked. At or before now it is full; `tolerance` is how far ahead it may
 * be booked, C − 1 steps, so that never more than C requests pass at one instant. All times are whole nanoseconds.
 *
 * This is the only place where Gatehouse decides: gateway, simulator and tests come here. GCRA, ITU-T I.371 annex A.
 */
export function decide(
  tats: Float64Array,
  slot: number,
  nowNanos: number,
  stepNanos: number,
  toleranceNanos: number,
): number {
  const tat = tats[slot] ?? 0;
  const start = tat > nowNanos ? tat : nowNanos;
  const wait = start - toleranceNanos - nowNanos;
  if (wait <= 0) {
    tats[slot] = start + stepNanos;
    return 0;
  }
  if (wait <= stepNanos) return wait;
  // Booked further ahead than a bucket can be: time went back. The bucket counts as just emptied.
  tats[slot] = nowNanos + toleranceNanos + stepNanos;
  return stepNanos;
}

/** Tokens in a bucket, with fractions. */
export function levelOf(tat: number, nowNanos: number, capacity: number, stepNanos: number): number {
  const bookedSteps = (tat - nowNanos) / stepNanos;
  return bookedSteps <= 0 ? capacity : Math.max(0, capacity - bookedSteps);
}

/** Time until a bucket would accept a request; 0: now. */
export function waitOf(tat: number, nowNanos: number, stepNanos: number, toleranceNanos: number): number {
  return Math.min(stepNanos, Math.max(0, tat - toleranceNanos - nowNanos));
}
