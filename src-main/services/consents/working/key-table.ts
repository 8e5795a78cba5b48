import { release } from './int-list.ts';
import { createTextPool, type TextPool } from './text-pool.ts';

const firstSlots = 1_024;
const maxFull = 0.75;

/**
 * Texts, each once, numbered from 0 in the order in which they came. A million texts of 36 characters take 48 MB,
 * where strings in a Map take three times that. An open-addressing table, at most three quarters full.
 */
export interface KeyTable {
  readonly size: number;
  /** The number of a text; -1 where it is not there. */
  find(text: string): number;
  /** The number of a text, which is put in where it is not there. */
  intern(text: string): number;
  text(index: number): string;
  /** Gives the memory back; the table is of no use then. */
  free(): void;
}

/** Makes an empty table. */
export function createKeyTable(): KeyTable {
  const pool = createTextPool();
  let slots = makeSlots(firstSlots);
  let stagedTag = 0;

  /** The slot of the text that is staged, or the free one where it belongs. */
  function slotOfStaged(): number {
    const hash = pool.stagedHash();
    stagedTag = tagOf(hash);
    const { tags, indexes } = slots;
    const mask = tags.length - 1;
    let slot = spread(hash) & mask;
    for (;;) {
      const tag = tags[slot];
      if (tag === free || (tag === stagedTag && pool.isStaged(indexes[slot] ?? 0))) return slot;
      slot = (slot + 1) & mask;
    }
  }

  return {
    get size() {
      return pool.size;
    },
    find(text) {
      pool.stage(text);
      const slot = slotOfStaged();
      return slots.tags[slot] === free ? -1 : (slots.indexes[slot] ?? 0);
    },
    intern(text) {
      pool.stage(text);
      const slot = slotOfStaged();
      if (slots.tags[slot] !== free) return slots.indexes[slot] ?? 0;
      const index = pool.keepStaged();
      slots.tags[slot] = stagedTag;
      slots.indexes[slot] = index;
      if (pool.size > slots.tags.length * maxFull) {
        const size = slots.tags.length * 2;
        releaseSlots(slots);
        slots = slotsOf(pool, size);
      }
      return index;
    },
    text: (index) => pool.text(index),
    free() {
      pool.free();
      releaseSlots(slots);
    },
  };
}

/**
 * Numbers of texts, and eight bits of their hashes: texts are scattered in memory, and only those with equal
 * bits are read.
 */
interface Slots {
  readonly tags: Uint8Array<ArrayBuffer>;
  readonly indexes: Int32Array<ArrayBuffer>;
}

const free = 0;

function makeSlots(length: number): Slots {
  return { tags: new Uint8Array(length), indexes: new Int32Array(length) };
}

function releaseSlots({ tags, indexes }: Slots): void {
  release(tags);
  release(indexes);
}

function slotsOf(pool: TextPool, length: number): Slots {
  const slots = makeSlots(length);
  for (let index = 0; index < pool.size; index += 1) {
    const hash = pool.hash(index);
    let slot = spread(hash) & (length - 1);
    while (slots.tags[slot] !== free) slot = (slot + 1) & (length - 1);
    slots.tags[slot] = tagOf(hash);
    slots.indexes[slot] = index;
  }
  return slots;
}

/** The low bits choose the slot: what the high ones say is mixed into them. */
function spread(hash: number): number {
  return hash ^ (hash >>> 15);
}

function tagOf(hash: number): number {
  return (hash >>> 24) | 1;
}
