import { batchLength } from './line-batch.ts';
import { release } from './release.ts';

/** Four numbers of a key, the shape and its facts, and two that fill a place up. */
const width = 8;
/** Two places stand side by side in one line of the cache; the one that was put there last is the first of them. */
const pairWidth = 2 * width;
/** For most logs, 2 MB. */
const fewPairs = 32_768;
/** For logs with many different lines, 32 MB; a shape that is forgotten is found again by its row. */
const manyPairs = 524_288;
const statusBits = 10;

/** The numbers of the parts of lines that decide their shapes, by the index of a line. */
export interface LineKeys {
  readonly before: Int32Array;
  readonly method: Int32Array;
  readonly address: Int32Array;
  readonly status: Int32Array;
  readonly after: Int32Array;
}

/**
 * Remembers the shapes of lines by the numbers of their parts, with what is known of a shape beside it; a newer one takes
 * the place of an older one.
 */
export class ShapeMemo {
  #pairs = fewPairs;
  #numbers = new Int32Array(fewPairs * pairWidth).fill(-1);
  #puts = 0;
  readonly #places = new Int32Array(batchLength + 1);

  /** Finds where the shapes of the first lines of a batch stand, before they are asked for one by one. */
  place({ before, method, address, status, after }: LineKeys, count: number): void {
    if (this.#pairs === fewPairs && this.#puts > fewPairs) this.#grow();
    const [numbers, places, mask] = [this.#numbers, this.#places, this.#pairs - 1];
    for (let index = 0; index < count; index += 1) {
      const request = requestOf(method[index] as number, status[index] as number);
      const hash = hashOf(before[index] as number, address[index] as number, request, after[index] as number);
      places[index] = (hash & mask) * pairWidth;
    }
    // Fetched for all lines at once; kept, so that no compiler can leave the reading out.
    let sum = 0;
    for (let index = 0; index < count; index += 1) sum |= numbers[places[index] as number] as number;
    places[count] = sum;
  }

  /** The place of a line that was placed and of which the shape is known; −1: it is not. */
  find(keys: LineKeys, index: number): number {
    const at = this.#places[index] as number;
    if (this.#isAt(at, keys, index)) return at;
    return this.#isAt(at + width, keys, index) ? at + width : -1;
  }

  shapeAt(place: number): number {
    return this.#numbers[place + 4] as number;
  }

  factsAt(place: number): number {
    return this.#numbers[place + 5] as number;
  }

  /** Remembers the shape of a line that was placed. */
  put(keys: LineKeys, index: number, shape: number, facts: number): void {
    const numbers = this.#numbers;
    const at = this.#places[index] as number;
    numbers.copyWithin(at + width, at, at + width);
    numbers[at] = keys.before[index] as number;
    numbers[at + 1] = keys.address[index] as number;
    numbers[at + 2] = requestOf(keys.method[index] as number, keys.status[index] as number);
    numbers[at + 3] = keys.after[index] as number;
    numbers[at + 4] = shape;
    numbers[at + 5] = facts;
    this.#puts += 1;
  }

  clear(): void {
    this.#numbers.fill(-1);
    this.#puts = 0;
  }

  /** To be called when no line follows. */
  release(): void {
    release(this.#numbers);
  }

  #isAt(at: number, { before, method, address, status, after }: LineKeys, index: number): boolean {
    const numbers = this.#numbers;
    return (
      numbers[at] === before[index] &&
      numbers[at + 1] === address[index] &&
      numbers[at + 2] === requestOf(method[index] as number, status[index] as number) &&
      numbers[at + 3] === after[index]
    );
  }

  #grow(): void {
    const from = this.#numbers;
    const to = new Int32Array(manyPairs * pairWidth).fill(-1);
    for (let at = 0; at < from.length; at += width) {
      const before = from[at] as number;
      if (before < 0) continue;
      const hash = hashOf(before, from[at + 1] as number, from[at + 2] as number, from[at + 3] as number);
      const pair = (hash & (manyPairs - 1)) * pairWidth;
      const place = to[pair] === -1 ? pair : pair + width;
      for (let index = 0; index < width; index += 1) to[place + index] = from[at + index] as number;
    }
    this.#numbers = to;
    this.#pairs = manyPairs;
  }
}

/** There are at most 2^18 methods, so that both fit. */
function requestOf(method: number, status: number): number {
  return (method << statusBits) | status;
}

function hashOf(before: number, address: number, request: number, after: number): number {
  const first = Math.imul(before, 0x9e37_79b1) ^ Math.imul(address, 0x85eb_ca6b) ^ request;
  const hash = Math.imul(first ^ (first >>> 15), 0xc2b2_ae35) ^ Math.imul(after, 0x27d4_eb2f);
  return hash ^ (hash >>> 13);
}
