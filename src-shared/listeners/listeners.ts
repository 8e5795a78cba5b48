/** Functions that are called each time something happens. */
export class Listeners<Told extends readonly unknown[] = []> {
  readonly #all = new Set<(...told: Told) => void>();

  get size(): number {
    return this.#all.size;
  }

  /** Adds a listener; the function that comes back removes it. */
  readonly add = (listener: (...told: Told) => void): (() => void) => {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  };

  /** Calls all of them, in the order in which they were added. */
  readonly tell = (...told: Told): void => {
    for (const listener of this.#all) listener(...told);
  };

  clear(): void {
    this.#all.clear();
  }
}
