const keyWords = 4;
/** Four words of the key, and the second at which the proof ends; 0: nothing stands there. */
const slotWords = keyWords + 1;
const firstSlots = 1_024;
const fullShare = 0.6;
const maxSecond = 0xffff_ffff;

/** The outcome for a proof: taken, used before, or not known because nothing more can be remembered. */
export type ProofUse = 'new' | 'used' | 'full';

/**
 * Proofs that were used, in one array of integers: 20 bytes a slot instead of the hundred that a Map of texts takes. Of a
 * key 128 bits count, which nobody makes collide. RFC 9449 §11.1
 */
export class UsedProofs {
  readonly #maxEntries: number;
  #slots = new Uint32Array(firstSlots * slotWords);
  #used = 0;
  /** Proofs that end by then may have been forgotten: a clock that is set back must not make them look unused. */
  #forgottenUntil = 0;
  /** While it is full, the second at which a place becomes free. */
  #fullUntil = 0;
  readonly #key = new Uint32Array(keyWords);

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  /** Remembers a proof until it ends, in one go with the look: `digest` has 16 bytes or more. */
  use(digest: Buffer, untilSecond: number, nowSecond: number): ProofUse {
    const key = this.#key;
    for (let word = 0; word < keyWords; word += 1) key[word] = digest.readUInt32LE(word * 4);
    const until = Math.min(Math.max(Math.ceil(untilSecond), 1), maxSecond);
    const slot = this.#slotOf(key);
    const known = this.#slots[slot + keyWords] ?? 0;
    if (known > nowSecond) return 'used';
    if (known > 0) {
      this.#slots[slot + keyWords] = until;
      return 'new';
    }
    if (until <= this.#forgottenUntil) return 'used';
    if (!this.#makeRoom(nowSecond)) return 'full';
    this.#put(key, until);
    return 'new';
  }

  /** The place of this key, or the free one at which the search for it ends. */
  #slotOf(key: Uint32Array): number {
    const slots = this.#slots;
    let slot = ((key[0] ?? 0) % (slots.length / slotWords)) * slotWords;
    while (slots[slot + keyWords] !== 0 && !key.every((word, at) => slots[slot + at] === word))
      slot = (slot + slotWords) % slots.length;
    return slot;
  }

  #put(key: Uint32Array, until: number): void {
    const slot = this.#slotOf(key);
    this.#slots.set(key, slot);
    this.#slots[slot + keyWords] = until;
    this.#used += 1;
  }

  #makeRoom(nowSecond: number): boolean {
    const isCrowded = this.#used >= (this.#slots.length / slotWords) * fullShare;
    if (!isCrowded && this.#used < this.#maxEntries) return true;
    if (nowSecond < this.#fullUntil) return false;
    const earliest = this.#dropEnded(nowSecond);
    if (this.#used < this.#maxEntries) return true;
    this.#fullUntil = earliest;
    return false;
  }

  /** Drops proofs that have ended and makes room for as many again; returns the second at which the next one ends. */
  #dropEnded(nowSecond: number): number {
    const former = this.#slots;
    const live: number[] = [];
    let earliest = maxSecond;
    for (let slot = 0; slot < former.length; slot += slotWords) {
      const until = former[slot + keyWords] ?? 0;
      if (until > nowSecond) {
        live.push(slot);
        earliest = Math.min(earliest, until);
      } else this.#forgottenUntil = Math.max(this.#forgottenUntil, until);
    }
    let slots = firstSlots;
    while (slots * fullShare < Math.min(live.length * 2, this.#maxEntries + 1)) slots *= 2;
    this.#slots = new Uint32Array(slots * slotWords);
    this.#used = 0;
    for (const slot of live) this.#put(former.subarray(slot, slot + keyWords), former[slot + keyWords] ?? 0);
    return earliest;
  }
}
