import type { Clock } from './clock.ts';

/**
 * Milliseconds since it was made, on a clock that testers move: what they skip has passed, and where they go back, time
 * goes on from where it was.
 */
export function createMonotonic(clock: Clock): () => number {
  let latestMillis = clock.nowMillis();
  let passedMillis = 0;
  return () => {
    const nowMillis = clock.nowMillis();
    if (nowMillis > latestMillis) passedMillis += nowMillis - latestMillis;
    latestMillis = nowMillis;
    return passedMillis;
  };
}
