const firstLength = 1_024;
const firstWidth = 8;
const maxFull = 0.7;

/**
 * Rows of whole numbers, each once; a number that is not set is −1. An open-addressing table over typed arrays, in
 * which a row lies in one piece.
 */
export class ShapeTable {
  size = 0;
  #width = firstWidth;
  #rows = new Int32Array(firstLength * firstWidth).fill(-1);
  #slots = new Int32Array(firstLength * 2).fill(-1);

  /** The place of a row, which is put in where it is not there. */
  intern(row: Int32Array, width: number): number {
    while (width > this.#width) this.#widen();
    const mask = this.#slots.length - 1;
    let slot = hashOf(row, 0, width) & mask;
    for (;;) {
      const place = this.#slots[slot] ?? -1;
      if (place < 0) break;
      if (this.#isAt(place, row, width)) return place;
      slot = (slot + 1) & mask;
    }
    return this.#put(slot, row, width);
  }

  /** The number that a row has in a column; −1: none. */
  valueAt(column: number, place: number): number {
    return column < 0 || column >= this.#width ? -1 : (this.#rows[place * this.#width + column] ?? -1);
  }

  /** The numbers of a column by row. */
  column(index: number): Int32Array {
    const column = new Int32Array(this.size);
    for (let place = 0; place < column.length; place += 1) column[place] = this.valueAt(index, place);
    return column;
  }

  #isAt(place: number, row: Int32Array, width: number): boolean {
    const start = place * this.#width;
    for (let index = 0; index < width; index += 1) if (this.#rows[start + index] !== row[index]) return false;
    for (let index = width; index < this.#width; index += 1)
      if (this.#rows[start + index] !== -1) return false;
    return true;
  }

  #put(slot: number, row: Int32Array, width: number): number {
    const place = this.size;
    const start = place * this.#width;
    if (start === this.#rows.length) this.#resize(this.#rows.length * 2);
    for (let index = 0; index < width; index += 1) this.#rows[start + index] = row[index] ?? -1;
    this.#slots[slot] = place;
    this.size += 1;
    if (this.size > this.#slots.length * maxFull) this.#rehash();
    return place;
  }

  #resize(length: number): void {
    const rows = new Int32Array(length).fill(-1, this.#rows.length);
    rows.set(this.#rows);
    this.#rows = rows;
  }

  #widen(): void {
    const [from, before, after] = [this.#rows, this.#width, this.#width * 2];
    const to = new Int32Array(from.length * 2).fill(-1);
    for (let place = 0; place < this.size; place += 1)
      to.set(from.subarray(place * before, (place + 1) * before), place * after);
    this.#rows = to;
    this.#width = after;
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let place = 0; place < this.size; place += 1) {
      let slot = hashOf(this.#rows, place * this.#width, this.#width) & mask;
      while ((slots[slot] ?? -1) >= 0) slot = (slot + 1) & mask;
      slots[slot] = place;
    }
    this.#slots = slots;
  }
}

/** The same whatever columns come later: those that are not set do not count. */
function hashOf(row: Int32Array, start: number, width: number): number {
  let hash = 0;
  for (let index = 0; index < width; index += 1) {
    const value = row[start + index] ?? -1;
    if (value < 0) continue;
    const mixed = Math.imul(value + 1, 0x9e37_79b1) ^ Math.imul(index + 1, 0x85eb_ca6b);
    hash = (hash + Math.imul(mixed ^ (mixed >>> 15), 0xc2b2_ae35)) | 0;
  }
  return hash ^ (hash >>> 13);
}
