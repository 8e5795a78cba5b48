const firstLength = 1_024;

/** Where recorded requests are put while a log is read. */
export interface RequestStore {
  /** A time in milliseconds from any fixed moment, and the number of the shape. */
  add(atMillis: number, shape: number): void;
}

/** Keeps the requests in memory. */
export class MemoryStore implements RequestStore {
  #times = new Float64Array(firstLength);
  #shapes = new Int32Array(firstLength);
  #count = 0;

  add(atMillis: number, shape: number): void {
    if (this.#count === this.#times.length) this.#grow();
    this.#times[this.#count] = atMillis;
    this.#shapes[this.#count] = shape;
    this.#count += 1;
  }

  get atMillis(): Float64Array {
    return this.#times.subarray(0, this.#count);
  }

  get shapes(): Int32Array {
    return this.#shapes.subarray(0, this.#count);
  }

  #grow(): void {
    const times = new Float64Array(this.#times.length * 2);
    times.set(this.#times);
    const shapes = new Int32Array(times.length);
    shapes.set(this.#shapes);
    [this.#times, this.#shapes] = [times, shapes];
  }
}
