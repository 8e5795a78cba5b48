/** The beginning of a body that passes through, and the size of all of it. A class because its method is hot. */
export class KeptBytes {
  readonly #limitBytes: number;
  #first: Buffer | null = null;
  #more: Buffer[] | null = null;
  #keptBytes = 0;
  sizeBytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** Keeps the wanted part of a piece; it must not be changed afterwards. */
  add(chunk: Buffer): void {
    this.sizeBytes += chunk.length;
    const room = this.#limitBytes - this.#keptBytes;
    if (room <= 0) return;
    const kept = chunk.length <= room ? chunk : chunk.subarray(0, room);
    this.#keptBytes += kept.length;
    if (this.#first === null) this.#first = kept;
    else (this.#more ??= [this.#first]).push(kept);
  }

  /** Returns the kept bytes in one piece. */
  bytes(): Buffer {
    return this.#more === null ? (this.#first ?? emptyBytes) : Buffer.concat(this.#more);
  }
}

const emptyBytes = Buffer.alloc(0);
