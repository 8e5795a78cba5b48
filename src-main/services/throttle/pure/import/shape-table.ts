const firstSlots = 2_048;
const firstWidth = 8;
const maxFull = 0.7;
const chunkBits = 15;
const chunkRows = 2 ** chunkBits;

/**
 * Rows of whole numbers, each once; a number that is not set is −1. An open-addressing table over typed arrays, in
 * which a row lies in one piece. Rows lie in chunks, so that a table that grows is never there twice.
 */
export class ShapeTable {
  size = 0;
  #width = firstWidth;
  readonly #chunks: Int32Array[] = [];
  #slots = new Int32Array(firstSlots).fill(-1);

  /** The place of a row, which is put in where it is not there. */
  intern(row: Int32Array, width: number): number {
    while (width > this.#width) this.#widen();
    const mask = this.#slots.length - 1;
    let slot = hashOf(row, 0, width) & mask;
    for (;;) {
      const place = this.#slots[slot] as number;
      if (place < 0) break;
      if (this.#isAt(place, row, width)) return place;
      slot = (slot + 1) & mask;
    }
    return this.#put(slot, row, width);
  }

  /** The number that a row has in a column; −1: none. */
  valueAt(column: number, place: number): number {
    if (column < 0 || column >= this.#width) return -1;
    return this.#chunks[place >>> chunkBits]?.[this.#startOf(place) + column] ?? -1;
  }

  /** The numbers of a column by row. */
  column(index: number): Int32Array {
    const column = new Int32Array(this.size).fill(-1);
    if (index >= this.#width) return column;
    for (const [chunk, rows] of this.#chunks.entries()) {
      const first = chunk * chunkRows;
      const count = Math.min(chunkRows, this.size - first);
      for (let row = 0; row < count; row += 1)
        column[first + row] = rows[row * this.#width + index] as number;
    }
    return column;
  }

  #startOf(place: number): number {
    return (place & (chunkRows - 1)) * this.#width;
  }

  #isAt(place: number, row: Int32Array, width: number): boolean {
    const rows = this.#chunks[place >>> chunkBits] as Int32Array;
    const start = this.#startOf(place);
    for (let index = 0; index < width; index += 1) if (rows[start + index] !== row[index]) return false;
    for (let index = width; index < this.#width; index += 1) if (rows[start + index] !== -1) return false;
    return true;
  }

  #put(slot: number, row: Int32Array, width: number): number {
    const place = this.size;
    const start = this.#startOf(place);
    if (start === 0) this.#chunks.push(new Int32Array(chunkRows * this.#width).fill(-1));
    const rows = this.#chunks[place >>> chunkBits] as Int32Array;
    for (let index = 0; index < width; index += 1) rows[start + index] = row[index] as number;
    this.#slots[slot] = place;
    this.size += 1;
    if (this.size > this.#slots.length * maxFull) this.#rehash();
    return place;
  }

  #widen(): void {
    const [before, after] = [this.#width, this.#width * 2];
    for (const [chunk, from] of this.#chunks.entries()) {
      const to = new Int32Array(chunkRows * after).fill(-1);
      for (let row = 0; row < chunkRows; row += 1)
        to.set(from.subarray(row * before, (row + 1) * before), row * after);
      this.#chunks[chunk] = to;
    }
    this.#width = after;
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let place = 0; place < this.size; place += 1) {
      const rows = this.#chunks[place >>> chunkBits] as Int32Array;
      let slot = hashOf(rows, this.#startOf(place), this.#width) & mask;
      while ((slots[slot] as number) >= 0) slot = (slot + 1) & mask;
      slots[slot] = place;
    }
    this.#slots = slots;
  }
}

/** The same whatever columns come later: those that are not set do not count. */
function hashOf(row: Int32Array, start: number, width: number): number {
  let hash = 0;
  for (let index = 0; index < width; index += 1) {
    const value = row[start + index] as number;
    if (value < 0) continue;
    const mixed = Math.imul(value + 1, 0x9e37_79b1) ^ Math.imul(index + 1, 0x85eb_ca6b);
    hash = (hash + Math.imul(mixed ^ (mixed >>> 15), 0xc2b2_ae35)) | 0;
  }
  return hash ^ (hash >>> 13);
}
