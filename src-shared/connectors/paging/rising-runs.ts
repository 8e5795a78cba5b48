/** Whole numbers of which each is greater than all before it, kept as runs of neighbours. */
export class RisingRuns {
  readonly #firsts: number[] = [];
  readonly #lasts: number[] = [];
  #greatest = -1;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Takes a number that is greater than all before it; returns false, and keeps nothing, for any other. */
  add(number: number): boolean {
    if (number <= this.#greatest) return false;
    if (number === this.#greatest + 1 && this.#size > 0) this.#lasts[this.#lasts.length - 1] = number;
    else {
      this.#firsts.push(number);
      this.#lasts.push(number);
    }
    this.#greatest = number;
    this.#size += 1;
    return true;
  }

  has(number: number): boolean {
    let [low, high] = [0, this.#lasts.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#lasts[middle] as number) < number) low = middle + 1;
      else high = middle;
    }
    const [first, last] = [this.#firsts[low], this.#lasts[low]];
    return first !== undefined && last !== undefined && first <= number && number <= last;
  }
}
