import { RisingRuns } from './rising-runs.ts';

const maxDigits = 9;
const [zero, nine] = [48, 57];

/**
 * The uids that a walk has met. Whole numbers are kept as numbers, which takes less time and memory than their texts, and
 * as runs while they rise, as those of most lists do.
 */
export class SeenUids {
  readonly #rising = new RisingRuns();
  readonly #numbers = new Set<number>();
  readonly #texts = new Set<string>();

  get size(): number {
    return this.#rising.size + this.#numbers.size + this.#texts.size;
  }

  /** Returns true if the uid is new. */
  add(uid: string): boolean {
    const number = numberOf(uid);
    if (number < 0) return isAdded(this.#texts, uid);
    if (this.#rising.add(number)) return true;
    return !this.#rising.has(number) && isAdded(this.#numbers, number);
  }
}

function isAdded<T>(set: Set<T>, value: T): boolean {
  const before = set.size;
  return set.add(value).size > before;
}

/** The whole number that a text writes in the one form that numbers have, without leading zeros; −1: it writes none. */
function numberOf(text: string): number {
  if (text.length === 0 || text.length > maxDigits || text.charCodeAt(0) === zero) return -1;
  let number = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < zero || code > nine) return -1;
    number = number * 10 + code - zero;
  }
  return number;
}
