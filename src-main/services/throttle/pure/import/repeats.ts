const withinMillis = 60_000;
/** Requests that wait for their repeat; the oldest are forgotten. */
const maxWaiting = 100_000;

/** Counts 429 and 503 among the answers of a log, and the requests that repeat those within a minute. RFC 6585 §4 */
export class Repeats {
  tooMany = 0;
  unavailable = 0;
  repeats = 0;
  readonly #waiting = new Map<number, number>();

  /** Takes a request: `same` tells those that are equal. */
  take(status: string, atMillis: number, same: number): 'refused' | 'repeat' | 'both' | 'neither' {
    const isRefused = status === '429' || status === '503';
    if (status === '429') this.tooMany += 1;
    if (status === '503') this.unavailable += 1;
    if (!isRefused && this.#waiting.size === 0) return 'neither';
    const since = this.#waiting.get(same);
    const isRepeat = since !== undefined && Math.abs(atMillis - since) <= withinMillis;
    if (since !== undefined) this.#waiting.delete(same);
    if (isRepeat) this.repeats += 1;
    if (isRefused) this.#wait(same, atMillis);
    if (isRefused) return isRepeat ? 'both' : 'refused';
    return isRepeat ? 'repeat' : 'neither';
  }

  #wait(same: number, atMillis: number): void {
    this.#waiting.set(same, atMillis);
    if (this.#waiting.size <= maxWaiting) return;
    const oldest = this.#waiting.keys().next().value;
    if (oldest !== undefined) this.#waiting.delete(oldest);
  }
}
