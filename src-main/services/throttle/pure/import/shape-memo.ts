const width = 6;
/** 6 MB: a shape that is forgotten is found again by its row. */
const entries = 262_144;

/** The numbers of the parts of a line that decide its shape. */
export interface LineKey {
  before: number;
  method: number;
  address: number;
  status: number;
  after: number;
}

/** Remembers the shapes of lines by the numbers of their parts; a newer one takes the place of an older one. */
export class ShapeMemo {
  readonly #numbers = new Int32Array(entries * width).fill(-1);

  /** The shape of a line; −1: it is not known. */
  shapeOf(key: LineKey): number {
    const numbers = this.#numbers;
    const at = placeOf(key);
    const isSame =
      numbers[at] === key.before &&
      numbers[at + 1] === key.method &&
      numbers[at + 2] === key.address &&
      numbers[at + 3] === key.status &&
      numbers[at + 4] === key.after;
    return isSame ? (numbers[at + 5] ?? -1) : -1;
  }

  put(key: LineKey, shape: number): void {
    const at = placeOf(key);
    this.#numbers[at] = key.before;
    this.#numbers[at + 1] = key.method;
    this.#numbers[at + 2] = key.address;
    this.#numbers[at + 3] = key.status;
    this.#numbers[at + 4] = key.after;
    this.#numbers[at + 5] = shape;
  }

  clear(): void {
    this.#numbers.fill(-1);
  }
}

function placeOf({ before, method, address, status, after }: LineKey): number {
  let hash = Math.imul(before, 0x9e37_79b1) ^ Math.imul(address, 0x85eb_ca6b) ^ (method << 10);
  hash = Math.imul(hash ^ (hash >>> 15) ^ status, 0xc2b2_ae35) ^ Math.imul(after, 0x27d4_eb2f);
  return ((hash ^ (hash >>> 13)) & (entries - 1)) * width;
}
