/** Wrong guesses in a row from which on nobody is answered for a while. */
interface Limit {
  readonly guesses: number;
  readonly millis: number;
}

/** Counts wrong guesses by what was guessed at, known or not. RFC 6749 §2.3.1, §4.3.2, §10.10 */
export class Throttle {
  readonly #wrong = new Map<string, number>();
  readonly #until = new Map<string, number>();

  isClosed(key: string): boolean {
    return (this.#until.get(key) ?? 0) > Date.now();
  }

  wrong(key: string, { guesses, millis }: Limit): void {
    const count = (this.#wrong.get(key) ?? 0) + 1;
    this.#wrong.set(key, count);
    if (count < guesses) return;
    this.#until.set(key, Date.now() + millis);
    this.#wrong.set(key, 0);
  }

  right(key: string): void {
    this.#wrong.delete(key);
  }
}
