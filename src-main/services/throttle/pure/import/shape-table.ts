const firstLength = 1_024;
const maxFull = 0.7;

/** Rows of whole numbers, each once; a number that is not set is −1. An open-addressing table over typed arrays. */
export class ShapeTable {
  size = 0;
  /** By column: the number of each row. */
  readonly #columns: Int32Array[] = [];
  #hashes = new Int32Array(firstLength);
  #slots = new Int32Array(firstLength * 2).fill(-1);

  /** The place of a row, which is put in where it is not there. */
  intern(row: Int32Array, width: number): number {
    while (this.#columns.length < width) this.#columns.push(new Int32Array(this.#hashes.length).fill(-1));
    const hash = hashOf(row, width);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const place = this.#slots[slot] ?? -1;
      if (place < 0) break;
      if (this.#hashes[place] === hash && this.#isAt(place, row, width)) return place;
      slot = (slot + 1) & mask;
    }
    return this.#put(slot, hash, row, width);
  }

  /** The numbers of a column by row. */
  column(index: number): Int32Array {
    return this.#columns[index]?.subarray(0, this.size) ?? new Int32Array(this.size).fill(-1);
  }

  #isAt(place: number, row: Int32Array, width: number): boolean {
    for (let index = 0; index < width; index += 1)
      if (this.#columns[index]?.[place] !== row[index]) return false;
    for (let index = width; index < this.#columns.length; index += 1)
      if (this.#columns[index]?.[place] !== -1) return false;
    return true;
  }

  #put(slot: number, hash: number, row: Int32Array, width: number): number {
    const place = this.size;
    if (place === this.#hashes.length) this.#grow();
    for (let index = 0; index < width; index += 1) {
      const column = this.#columns[index];
      if (column !== undefined) column[place] = row[index] ?? -1;
    }
    this.#hashes[place] = hash;
    this.#slots[slot] = place;
    this.size += 1;
    if (this.size > this.#slots.length * maxFull) this.#rehash();
    return place;
  }

  #grow(): void {
    const length = this.#hashes.length * 2;
    const grown = (from: Int32Array): Int32Array<ArrayBuffer> => {
      const to = new Int32Array(length).fill(-1);
      to.set(from);
      return to;
    };
    this.#hashes = grown(this.#hashes);
    for (const [index, column] of this.#columns.entries()) this.#columns[index] = grown(column);
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let place = 0; place < this.size; place += 1) {
      let slot = (this.#hashes[place] ?? 0) & mask;
      while ((slots[slot] ?? -1) >= 0) slot = (slot + 1) & mask;
      slots[slot] = place;
    }
    this.#slots = slots;
  }
}

/** The same whatever columns come later: those that are not set do not count. */
function hashOf(row: Int32Array, width: number): number {
  let hash = 0;
  for (let index = 0; index < width; index += 1) {
    const value = row[index] ?? -1;
    if (value < 0) continue;
    const mixed = Math.imul(value + 1, 0x9e37_79b1) ^ Math.imul(index + 1, 0x85eb_ca6b);
    hash = (hash + Math.imul(mixed ^ (mixed >>> 15), 0xc2b2_ae35)) | 0;
  }
  return hash ^ (hash >>> 13);
}
