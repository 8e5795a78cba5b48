/** Keeps the newest entries, up to `most`: what a rule remembers of a long artefact has a bound. */
export class BoundedMap<T> {
  readonly #entries = new Map<string, T>();
  readonly max: number;

  constructor(max: number) {
    this.max = max;
  }

  get(key: string): T | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: T): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.max) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  deleteWhere(test: (key: string) => boolean): void {
    for (const key of this.#entries.keys()) if (test(key)) this.#entries.delete(key);
  }
}
