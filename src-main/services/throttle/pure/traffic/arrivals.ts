import type { ArrivalStream } from './stream.ts';

/** Merges the requests of several streams in the order of time; those at one moment in the order of the streams. */
export class ArrivalQueue {
  /** When the next request comes; Infinity: none. */
  at: number;
  /** Whose it is. */
  client: number;
  readonly #heap: ArrivalStream[];
  readonly #ranks = new Map<ArrivalStream, number>();

  constructor(streams: readonly ArrivalStream[]) {
    this.#heap = [...streams];
    if (streams.length > 1) {
      for (const [rank, stream] of streams.entries()) this.#ranks.set(stream, rank);
      for (let index = (streams.length >> 1) - 1; index >= 0; index -= 1) this.#sift(index);
    }
    this.at = this.#heap[0]?.at ?? Number.POSITIVE_INFINITY;
    this.client = this.#heap[0]?.client ?? -1;
  }

  advance(): void {
    const first = this.#heap[0];
    if (first === undefined) return;
    first.advance();
    if (this.#heap.length > 1) this.#sift(0);
    const next = this.#heap[0] ?? first;
    this.at = next.at;
    this.client = next.client;
  }

  #isBefore(a: ArrivalStream, b: ArrivalStream): boolean {
    if (a.at !== b.at) return a.at < b.at;
    return (this.#ranks.get(a) ?? 0) < (this.#ranks.get(b) ?? 0);
  }

  #sift(from: number): void {
    const heap = this.#heap;
    const moved = heap[from];
    if (moved === undefined) return;
    let index = from;
    for (;;) {
      let child = index * 2 + 1;
      let min = heap[child];
      if (min === undefined) break;
      const right = heap[child + 1];
      if (right !== undefined && this.#isBefore(right, min)) [child, min] = [child + 1, right];
      if (!this.#isBefore(min, moved)) break;
      heap[index] = min;
      index = child;
    }
    heap[index] = moved;
  }
}
