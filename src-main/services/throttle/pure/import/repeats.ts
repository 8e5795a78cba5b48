const withinMillis = 60_000;
/** Requests that wait for their repeat; the oldest are forgotten. */
const maxWaiting = 100_000;
/** Requests are passed over by so many bits. */
export const markBits = 19;
const marks = 2 ** markBits;
const lately = 2 ** 15;
const maxMinutes = 2 ** 31 - 1;

/** The status of a response that refuses for a while; 0: another one. RFC 6585 §4, RFC 9110 §15.6.4 */
export type Refusal = 0 | 429 | 503;

/** Reads a status. */
export function refusalOf(status: string): Refusal {
  if (status === '429') return 429;
  return status === '503' ? 503 : 0;
}

/** Tells requests of one client to one address from others: 24 bits of the address, 21 of the client, 8 of the method. */
export function sameOf(uri: number, client: number, method: number): number {
  return ((uri + 1) * 0x20_0000 + (client + 1)) * 0x100 + (method + 1);
}

/** Nineteen bits that equal requests share; others rarely do. */
export function markOf(uri: number, client: number, method: number): number {
  const mixed = Math.imul(uri + 1, 0x9e37_79b1) ^ Math.imul(client + 1, 0x85eb_ca6b) ^ method;
  return (mixed ^ (mixed >>> 15)) & (marks - 1);
}

/** Beyond some thousand years all minutes are one, which only makes more requests be looked at. */
function minuteOf(atMillis: number): number {
  return Math.min(Math.max(Math.floor(atMillis / withinMillis), 0), maxMinutes);
}

/** The mark of a request that `sameOf` tells from others. */
function markOfSame(same: number): number {
  const withoutMethod = Math.floor(same / 0x100);
  const [uri, client] = [Math.floor(withoutMethod / 0x20_0000), withoutMethod % 0x20_0000];
  return markOf(uri - 1, client - 1, (same % 0x100) - 1);
}

/** Counts 429 and 503 among the answers of a log, and the requests that repeat those within a minute. RFC 6585 §4 */
export class Repeats {
  tooMany = 0;
  unavailable = 0;
  repeats = 0;
  /** By what tells requests apart: since when, in milliseconds. */
  readonly #waiting = new Map<number, number>();
  /** The oldest first; one that goes on, since a new one would pass all forgotten ones again. */
  readonly #oldest = this.#waiting.keys();
  /** Waiting requests by their marks. */
  readonly #marked = new Uint32Array(marks);
  /** The last minute in which a request began to wait, by some bits of its mark: so few that they are at hand. */
  readonly #lately = new Int32Array(lately).fill(-2);
  #latestMillis = Number.NEGATIVE_INFINITY;
  #minute = 0;

  /**
   * False: a response with this status is none of the counted ones, and no request with this mark waits since the last
   * minute. While times rise, those that wait longer are never looked at again.
   */
  concerns(refusal: Refusal, mark: number, atMillis: number): boolean {
    if (refusal !== 0) return true;
    if (atMillis > this.#latestMillis) this.#rise(atMillis);
    const mayWait =
      atMillis < this.#latestMillis || (this.#lately[mark & (lately - 1)] as number) >= this.#minute - 1;
    return mayWait && this.#marked[mark] !== 0;
  }

  #rise(atMillis: number): void {
    this.#latestMillis = atMillis;
    this.#minute = minuteOf(atMillis);
  }

  /** Takes a request: `same` tells those that are equal. */
  take(refusal: Refusal, atMillis: number, same: number): 'refused' | 'repeat' | 'both' | 'neither' {
    if (refusal === 429) this.tooMany += 1;
    if (refusal === 503) this.unavailable += 1;
    const since = this.#waiting.get(same);
    const isRepeat = since !== undefined && Math.abs(atMillis - since) <= withinMillis;
    // One that waits for longer may still be repeated: the times of a log can go back.
    if (since !== undefined && (isRepeat || refusal !== 0)) this.#forget(same);
    if (isRepeat) this.repeats += 1;
    if (refusal !== 0) this.#wait(same, atMillis);
    if (refusal !== 0) return isRepeat ? 'both' : 'refused';
    return isRepeat ? 'repeat' : 'neither';
  }

  #wait(same: number, sinceMillis: number): void {
    const mark = markOfSame(same);
    this.#waiting.set(same, sinceMillis);
    this.#marked[mark] = (this.#marked[mark] ?? 0) + 1;
    const place = mark & (lately - 1);
    this.#lately[place] = Math.max(this.#lately[place] as number, minuteOf(sinceMillis));
    if (this.#waiting.size <= maxWaiting) return;
    const oldest = this.#oldest.next().value;
    if (oldest !== undefined) this.#forget(oldest);
  }

  #forget(same: number): void {
    const mark = markOfSame(same);
    this.#marked[mark] = (this.#marked[mark] ?? 0) - 1;
    this.#waiting.delete(same);
  }
}
