const withinMillis = 60_000;
/** Requests that wait for their repeat; the oldest are forgotten. */
const maxWaiting = 100_000;

/** Counts 429 and 503 among the answers of a log, and the requests that repeat those within a minute. RFC 6585 §4 */
export class Repeats {
  tooMany = 0;
  unavailable = 0;
  repeats = 0;
  readonly #waiting = new Map<string, number>();

  /** Takes a request: `same` tells those that are equal. */
  take(status: string, atMillis: number, same: () => string): { isRefused: boolean; isRepeat: boolean } {
    const isRefused = status === '429' || status === '503';
    if (status === '429') this.tooMany += 1;
    if (status === '503') this.unavailable += 1;
    if (!isRefused && this.#waiting.size === 0) return { isRefused, isRepeat: false };
    const key = same();
    const since = this.#waiting.get(key);
    const isRepeat = since !== undefined && Math.abs(atMillis - since) <= withinMillis;
    this.#waiting.delete(key);
    if (isRepeat) this.repeats += 1;
    if (isRefused) this.#waiting.set(key, atMillis);
    const oldest = this.#waiting.keys().next().value;
    if (this.#waiting.size > maxWaiting && oldest !== undefined) this.#waiting.delete(oldest);
    return { isRefused, isRepeat };
  }
}
