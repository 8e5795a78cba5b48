/** The longest timeout of a timer, in milliseconds; a longer one would fire at once. */
const maxTimerMillis = 2_147_483_647;

/** A time that a timer can wait. */
export function timerMillis(millis: number): number {
  return Math.min(millis, maxTimerMillis);
}

/** Resolves after a time, or after the longest that a timer can wait. */
export function sleep(millis: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, timerMillis(millis)));
}
