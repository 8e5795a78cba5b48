/** Length of a token's hash: SHA-256 in base64url. */
export const hashCharacters = 43;

const fullShare = 0.6;
const firstSlots = 4_096;
const free = 0;
const gone = -1;

/** Spreads the hashes of tokens: their characters are random already. */
function spread(id: string): number {
  let mixed = 0;
  for (let at = 0; at < 6; at += 1) mixed = Math.imul(mixed, 67) + id.charCodeAt(at);
  return mixed ^ (mixed >>> 15);
}

/**
 * Row numbers by the hash of a token, in one array of integers: a Map of as many strings takes ten times the memory, and
 * the garbage collector walks through all of it.
 */
export class TokenIndex {
  readonly #hasId: (row: number, id: string) => boolean;
  readonly #idOf: (row: number) => string;
  /** Row + 1; `free`, or `gone` where a row stood. */
  #slots = new Int32Array(firstSlots);
  #used = 0;
  #live = 0;

  constructor(rows: {
    readonly hasId: (row: number, id: string) => boolean;
    readonly idOf: (row: number) => string;
  }) {
    this.#hasId = rows.hasId;
    this.#idOf = rows.idOf;
  }

  get size(): number {
    return this.#live;
  }

  /** The row of this hash; -1 where there is none. */
  find(id: string): number {
    return (this.#slots[this.#slotOf(id)] ?? free) - 1;
  }

  /** Adds a row with a new hash. */
  add(id: string, row: number): void {
    if (this.#used >= this.#slots.length * fullShare) this.#rebuild();
    this.#put(id, row);
    this.#live += 1;
  }

  remove(id: string): void {
    const slot = this.#slotOf(id);
    if (this.#slots[slot] === free) return;
    this.#slots[slot] = gone;
    this.#live -= 1;
  }

  clear(): void {
    this.#slots = new Int32Array(firstSlots);
    this.#used = 0;
    this.#live = 0;
  }

  /** The slot of this hash, or the free one at which the search for it ends. */
  #slotOf(id: string): number {
    const slots = this.#slots;
    const last = slots.length - 1;
    let slot = spread(id) & last;
    for (;;) {
      const value = slots[slot] ?? free;
      if (value === free || (value !== gone && this.#hasId(value - 1, id))) return slot;
      slot = (slot + 1) & last;
    }
  }

  #put(id: string, row: number): void {
    const slots = this.#slots;
    const last = slots.length - 1;
    let slot = spread(id) & last;
    while (slots[slot] !== free) slot = (slot + 1) & last;
    slots[slot] = row + 1;
    this.#used += 1;
  }

  /** Drops removed rows, and makes room. */
  #rebuild(): void {
    const former = this.#slots;
    let length = firstSlots;
    while (length * fullShare < this.#live * 1.5) length *= 2;
    this.#slots = new Int32Array(length);
    this.#used = 0;
    for (const value of former) if (value > 0) this.#put(this.#idOf(value - 1), value - 1);
  }
}
