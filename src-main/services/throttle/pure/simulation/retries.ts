const firstLength = 64;

/** Attempts that are to come, soonest first; over typed arrays, since there can be millions. */
export class RetryQueue {
  /** When the next one comes; Infinity: none. */
  at = Number.POSITIVE_INFINITY;
  #size = 0;
  #times = new Float64Array(firstLength);
  #firsts = new Float64Array(firstLength);
  #clients = new Int32Array(firstLength);
  #attempts = new Int32Array(firstLength);

  get client(): number {
    return this.#clients[0] ?? -1;
  }

  get attempt(): number {
    return this.#attempts[0] ?? 0;
  }

  /** When the first attempt came. */
  get first(): number {
    return this.#firsts[0] ?? 0;
  }

  clear(): void {
    this.#size = 0;
    this.at = Number.POSITIVE_INFINITY;
  }

  push(time: number, client: number, attempt: number, first: number): void {
    if (this.#size === this.#times.length) this.#grow();
    let index = this.#size;
    this.#size += 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if ((this.#times[parent] ?? 0) <= time) break;
      this.#move(parent, index);
      index = parent;
    }
    this.#put(index, time, client, attempt, first);
    this.at = this.#times[0] ?? time;
  }

  pop(): void {
    this.#size -= 1;
    const last = this.#size;
    const time = this.#times[last] ?? 0;
    let index = 0;
    for (;;) {
      let child = index * 2 + 1;
      if (child >= last) break;
      if (child + 1 < last && (this.#times[child + 1] ?? 0) < (this.#times[child] ?? 0)) child += 1;
      if ((this.#times[child] ?? 0) >= time) break;
      this.#move(child, index);
      index = child;
    }
    if (last > 0) this.#move(last, index);
    this.at = last === 0 ? Number.POSITIVE_INFINITY : (this.#times[0] ?? 0);
  }

  #move(from: number, to: number): void {
    this.#times[to] = this.#times[from] ?? 0;
    this.#firsts[to] = this.#firsts[from] ?? 0;
    this.#clients[to] = this.#clients[from] ?? 0;
    this.#attempts[to] = this.#attempts[from] ?? 0;
  }

  #put(index: number, time: number, client: number, attempt: number, first: number): void {
    this.#times[index] = time;
    this.#firsts[index] = first;
    this.#clients[index] = client;
    this.#attempts[index] = attempt;
  }

  #grow(): void {
    const length = this.#times.length * 2;
    const grown = <A extends Float64Array | Int32Array>(to: A, from: A): A => {
      to.set(from);
      return to;
    };
    this.#times = grown(new Float64Array(length), this.#times);
    this.#firsts = grown(new Float64Array(length), this.#firsts);
    this.#clients = grown(new Int32Array(length), this.#clients);
    this.#attempts = grown(new Int32Array(length), this.#attempts);
  }
}
