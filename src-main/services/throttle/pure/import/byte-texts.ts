import { type BatchPart, batchLength } from './line-batch.ts';
import { release } from './release.ts';

const firstEntries = 1_024;
const firstBytes = 32_768;
/** Hostile texts can share a hash; a text that is not found within so many steps is not kept. */
const maxSteps = 32;
/** Hash, start and length of the bytes, and the number of the text: side by side, so that a look touches one place. */
const slotWidth = 4;
/** 1 MB: a smaller table fits into the cache anyway. */
const largeSlots = 262_144;

/** Bounds of a table of byte texts; one that would exceed them has to be cleared. */
export interface ByteTextBounds {
  readonly entries: number;
  readonly bytes: number;
}

/**
 * Numbers parts of byte arrays, equal parts alike, without making strings of them: an open-addressing table over typed
 * arrays that hashes four bytes at a time and compares eight.
 */
export class ByteTexts {
  readonly #bounds: ByteTextBounds;
  #size = 0;
  #bytes = new Uint8Array(firstBytes);
  #view = new DataView(this.#bytes.buffer);
  #used = 0;
  #slots = new Int32Array(firstEntries * 2 * slotWidth).fill(-1);
  readonly #hashes = new Int32Array(batchLength + 1);

  constructor(bounds: ByteTextBounds) {
    this.#bounds = bounds;
  }

  /** Texts that have a number; the next one gets this. */
  get size(): number {
    return this.#size;
  }

  /** False: the table has to be cleared before the next batch. */
  get hasRoom(): boolean {
    return this.#size < this.#bounds.entries && this.#used < this.#bounds.bytes;
  }

  /**
   * Numbers one part of the first lines of a batch; −1: its text is not kept. The hashes come first: what they lead to is
   * then fetched for many lines at once, where a look for each alone would wait for its own.
   */
  number(view: DataView, { froms, tos, numbers }: BatchPart, count: number): void {
    const hashes = this.#hashes;
    for (let index = 0; index < count; index += 1)
      hashes[index] = hashOf(view, froms[index] as number, tos[index] as number);
    if (this.#slots.length > largeSlots) this.#touch(count);
    for (let index = 0; index < count; index += 1) {
      const [from, to] = [froms[index] as number, tos[index] as number];
      numbers[index] = this.#numberOf(hashes[index] as number, view, from, to);
    }
  }

  #numberOf(hash: number, view: DataView, from: number, to: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let at = (hash * slotWidth) & mask;
    for (let steps = 0; steps < maxSteps; steps += 1) {
      const number = slots[at + 3] ?? -1;
      if (number < 0) return this.#put(at, hash, view, from, to);
      const isAlike = slots[at] === hash && slots[at + 2] === to - from;
      if (isAlike && this.#isAt(slots[at + 1] ?? 0, view, from, to)) return number;
      at = (at + slotWidth) & mask;
    }
    return -1;
  }

  clear(): void {
    this.#size = 0;
    this.#used = 0;
    this.#slots.fill(-1);
  }

  /** To be called when no text follows. */
  release(): void {
    release(this.#bytes);
    release(this.#slots);
  }

  /** Reads what the hashes lead to. The sum is kept, so that no compiler can leave the reading out. */
  #touch(count: number): void {
    const [hashes, slots, bytes] = [this.#hashes, this.#slots, this.#bytes];
    const mask = slots.length - 1;
    let sum = 0;
    for (let index = 0; index < count; index += 1)
      sum |= slots[((hashes[index] as number) * slotWidth) & mask] as number;
    for (let index = 0; index < count; index += 1) {
      const start = slots[(((hashes[index] as number) * slotWidth) & mask) + 1] as number;
      if (start >= 0) sum |= bytes[start] as number;
    }
    hashes[count] = sum;
  }

  #isAt(start: number, view: DataView, from: number, to: number): boolean {
    const own = this.#view;
    const length = to - from;
    if (length < 4) {
      for (let at = 0; at < length; at += 1)
        if (own.getUint8(start + at) !== view.getUint8(from + at)) return false;
      return true;
    }
    // The last four bytes come first, so that what is left of the others is four bytes at most.
    const last = length - 4;
    if (own.getInt32(start + last, true) !== view.getInt32(from + last, true)) return false;
    let at = 0;
    for (; at + 8 <= length; at += 8)
      if (own.getBigInt64(start + at, true) !== view.getBigInt64(from + at, true)) return false;
    if (at < last && own.getInt32(start + at, true) !== view.getInt32(from + at, true)) return false;
    return true;
  }

  #put(at: number, hash: number, view: DataView, from: number, to: number): number {
    const length = to - from;
    const number = this.#size;
    while (this.#used + length > this.#bytes.length) this.#growBytes();
    this.#bytes.set(new Uint8Array(view.buffer, view.byteOffset + from, length), this.#used);
    write(this.#slots, at, hash, this.#used, length, number);
    this.#used += length;
    this.#size += 1;
    if (this.#size * 2 * slotWidth > this.#slots.length) this.#rehash();
    return number;
  }

  #growBytes(): void {
    const bytes = new Uint8Array(this.#bytes.length * 2);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }

  #rehash(): void {
    const from = this.#slots;
    const to = new Int32Array(from.length * 2).fill(-1);
    const mask = to.length - 1;
    for (let slot = 0; slot < from.length; slot += slotWidth) {
      const number = from[slot + 3] ?? -1;
      if (number < 0) continue;
      const hash = from[slot] ?? 0;
      let at = (hash * slotWidth) & mask;
      while ((to[at + 3] ?? -1) >= 0) at = (at + slotWidth) & mask;
      write(to, at, hash, from[slot + 1] ?? 0, from[slot + 2] ?? 0, number);
    }
    this.#slots = to;
  }
}

function write(
  slots: Int32Array,
  at: number,
  hash: number,
  start: number,
  length: number,
  number: number,
): void {
  slots[at] = hash;
  slots[at + 1] = start;
  slots[at + 2] = length;
  slots[at + 3] = number;
}

/**
 * Of 29 bits, so that it stays a small integer where a slot is found by it. Two halves are mixed side by side, since each
 * step of one has to wait for the step before; the last four bytes may be mixed in twice.
 */
function hashOf(view: DataView, from: number, to: number): number {
  let hash = to - from;
  if (hash < 4) {
    for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ view.getUint8(at), 0x85eb_ca6b);
    return (hash ^ (hash >>> 13)) & 0x1fff_ffff;
  }
  // Shifted, since of eight bytes these would be taken away again by themselves.
  let other = view.getInt32(to - 4, true) << 1;
  let at = from;
  for (; at + 8 <= to; at += 8) {
    hash = Math.imul(hash ^ view.getInt32(at, true), 0x9e37_79b1);
    other = Math.imul(other ^ view.getInt32(at + 4, true), 0x85eb_ca6b);
    hash ^= hash >>> 15;
    other ^= other >>> 13;
  }
  if (at + 4 <= to) hash = Math.imul(hash ^ view.getInt32(at, true), 0x9e37_79b1);
  hash ^= hash >>> 15;
  hash = Math.imul(hash ^ other ^ (other >>> 16), 0xc2b2_ae35);
  return (hash ^ (hash >>> 18)) & 0x1fff_ffff;
}
