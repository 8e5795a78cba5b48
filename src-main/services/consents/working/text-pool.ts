import { createIntList, release } from './int-list.ts';

/** Bits of a place within a block; the rest is the number of the block. */
const blockBits = 20;
const blockBytes = 2 ** blockBits;

/** Texts beside each other in blocks of bytes. The next one is staged behind the last, and stays there if it is kept. */
export interface TextPool {
  readonly size: number;
  stage(text: string): void;
  stagedHash(): number;
  /** Returns true if the staged text is the one with this number. */
  isStaged(index: number): boolean;
  /** Keeps the text that is staged, under the next number. */
  keepStaged(): number;
  hash(index: number): number;
  text(index: number): string;
  /** Gives the memory back; the pool is of no use then. */
  free(): void;
}

/** Makes an empty pool; a text longer than a block has one of its own. */
export function createTextPool(): TextPool {
  const blocks: Buffer<ArrayBuffer>[] = [];
  let block = Buffer.alloc(0);
  /** Where the staged text begins in the last block, and how long it is. */
  let [begin, length] = [0, 0];
  let size = 0;
  const places = createIntList();
  /** Where the last text of each block ends. */
  const ends: number[] = [];
  const blockOf = (index: number) => blocks[places.get(index) >>> blockBits] ?? block;
  const beginOf = (index: number) => places.get(index) & (blockBytes - 1);

  /** A text ends where the next one of its block begins. */
  function endOf(index: number): number {
    const number = places.get(index) >>> blockBits;
    const next = places.get(index + 1);
    return index + 1 < size && next >>> blockBits === number ? next & (blockBytes - 1) : (ends[number] ?? 0);
  }

  return {
    get size() {
      return size;
    },
    stage(text) {
      // A unit of UTF-16 takes three bytes at most.
      if (block.length - begin < text.length * 3 || begin >= blockBytes) {
        block = Buffer.allocUnsafeSlow(Math.max(blockBytes, text.length * 3));
        blocks.push(block);
        begin = 0;
      }
      length = block.write(text, begin);
    },
    stagedHash: () => hashOf(block, begin, begin + length),
    isStaged(index) {
      const other = blockOf(index);
      const otherBegin = beginOf(index);
      if (endOf(index) - otherBegin !== length) return false;
      // From the end: keys differ there, and begin alike.
      for (let at = length - 1; at >= 0; at -= 1)
        if (other[otherBegin + at] !== block[begin + at]) return false;
      return true;
    },
    keepStaged() {
      places.set(size, ((blocks.length - 1) << blockBits) | begin);
      begin += length;
      ends[blocks.length - 1] = begin;
      size += 1;
      return size - 1;
    },
    hash: (index) => hashOf(blockOf(index), beginOf(index), endOf(index)),
    text: (index) => blockOf(index).toString('utf8', beginOf(index), endOf(index)),
    free() {
      blocks.splice(0).forEach(release);
      places.free();
    },
  };
}

/** FNV-1a. */
function hashOf(bytes: Buffer, begin: number, end: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let index = begin; index < end; index += 1) hash = Math.imul(hash ^ (bytes[index] ?? 0), 0x01000193);
  return hash;
}
