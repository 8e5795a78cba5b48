const firstParts = 1_024;

/** The numbers that a part of a line gives to its row, by the number of the part. */
export class PartCodes {
  /** Which places of a list of places are those of the part. */
  readonly #indexes: readonly number[];
  #codes: Int32Array;
  #isKnown = new Uint8Array(firstParts);

  constructor(indexes: readonly number[]) {
    this.#indexes = indexes;
    this.#codes = new Int32Array(firstParts * indexes.length);
  }

  isKnown(part: number): boolean {
    return this.#isKnown[part] === 1;
  }

  /** Keeps what the row of a line with this part has. */
  keep(part: number, row: Int32Array, places: Int32Array): void {
    while (part >= this.#isKnown.length) this.#grow();
    this.#isKnown[part] = 1;
    let at = part * this.#indexes.length;
    for (const index of this.#indexes) {
      const place = places[index] ?? -1;
      this.#codes[at] = place < 0 ? -1 : (row[place] ?? -1);
      at += 1;
    }
  }

  /** Keeps the one number that a part gives. */
  put(part: number, code: number): void {
    while (part >= this.#isKnown.length) this.#grow();
    this.#isKnown[part] = 1;
    this.#codes[part * this.#indexes.length] = code;
  }

  /** Puts the numbers of the part into a row. */
  fill(part: number, row: Int32Array, places: Int32Array): void {
    let at = part * this.#indexes.length;
    for (const index of this.#indexes) {
      const place = places[index] ?? -1;
      if (place >= 0) row[place] = this.#codes[at] ?? -1;
      at += 1;
    }
  }

  clear(): void {
    this.#isKnown.fill(0);
  }

  #grow(): void {
    const codes = new Int32Array(this.#codes.length * 2);
    codes.set(this.#codes);
    const isKnown = new Uint8Array(this.#isKnown.length * 2);
    isKnown.set(this.#isKnown);
    [this.#codes, this.#isKnown] = [codes, isKnown];
  }
}
