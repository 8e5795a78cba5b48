/** Numbers in a block: a list grows by one, and nothing is copied. */
const blockBits = 16;
const blockSize = 2 ** blockBits;

/** Whole numbers of 32 bits, as many as come. */
export interface IntList {
  /** Places that were never set are 0. */
  get(index: number): number;
  set(index: number, value: number): void;
  /** Gives the memory back; the list is empty then. */
  free(): void;
}

/** Makes an empty list: a number takes four bytes. */
export function createIntList(): IntList {
  let blocks: Int32Array<ArrayBuffer>[] = [];
  return {
    get: (index) => blocks[index >>> blockBits]?.[index & (blockSize - 1)] ?? 0,
    set(index, value) {
      while (blocks.length <= index >>> blockBits) blocks.push(new Int32Array(blockSize));
      const block = blocks[index >>> blockBits];
      if (block !== undefined) block[index & (blockSize - 1)] = value;
    },
    free() {
      blocks.forEach(release);
      blocks = [];
    },
  };
}

/** Releases the memory of an array at once: the collector only sees a small object and keeps it for long. */
export function release({ buffer }: { readonly buffer: ArrayBuffer }): void {
  buffer.transfer(0);
}
