import { readSync } from 'node:fs';

const blockLength = 8_192;
const [timeBytes, shapeBytes] = [Float64Array.BYTES_PER_ELEMENT, Int32Array.BYTES_PER_ELEMENT];

/** Open files with the times and the shapes of requests. */
export interface RequestFiles {
  readonly times: number;
  readonly shapes: number;
}

/** The requests from a place to another one, as they are written, block by block. */
class Part {
  readonly #files: RequestFiles;
  readonly #until: number;
  readonly #times = new Float64Array(blockLength);
  readonly #shapes = new Int32Array(blockLength);
  #next: number;
  #filled = 0;
  #at = 0;

  constructor(files: RequestFiles, from: number, until: number) {
    this.#files = files;
    this.#next = from;
    this.#until = until;
    this.#fill();
  }

  get millis(): number {
    return this.#at < this.#filled ? (this.#times[this.#at] as number) : Number.POSITIVE_INFINITY;
  }

  get isOver(): boolean {
    return this.#at >= this.#filled;
  }

  get shape(): number {
    return this.#shapes[this.#at] as number;
  }

  pass(): void {
    this.#at += 1;
    if (this.#at === this.#filled) this.#fill();
  }

  #fill(): void {
    const length = Math.min(blockLength, this.#until - this.#next);
    readWhole(this.#files.times, this.#times.subarray(0, length), this.#next * timeBytes);
    readWhole(this.#files.shapes, this.#shapes.subarray(0, length), this.#next * shapeBytes);
    this.#next += length;
    this.#filled = length;
    this.#at = 0;
  }
}

/**
 * Gives the requests of several parts in the order of time, those of one time in the order of their parts; `ends` are
 * where the parts end. Only a block of each is in memory.
 */
export function mergeParts(
  files: RequestFiles,
  ends: readonly number[],
  take: (atMillis: number, shape: number) => void,
): void {
  const parts = ends.map((end, at) => new Part(files, at === 0 ? 0 : (ends[at - 1] ?? 0), end));
  for (;;) {
    const [first, until, isBefore] = earliest(parts);
    if (first === undefined) return;
    // Most logs follow each other: the earliest one is read until another one is due.
    do {
      take(first.millis, first.shape);
      first.pass();
    } while (!first.isOver && (first.millis < until || (isBefore && first.millis === until)));
  }
}

/** The part whose request is due, the time of the next one of the others, and whether it comes before that part. */
function earliest(parts: readonly Part[]): readonly [Part | undefined, number, boolean] {
  let first: Part | undefined;
  let second: Part | undefined;
  for (const part of parts) {
    if (part.isOver) continue;
    if (first === undefined || part.millis < first.millis) {
      second = first;
      first = part;
    } else if (second === undefined || part.millis < second.millis) second = part;
  }
  if (first === undefined || second === undefined) return [first, Number.POSITIVE_INFINITY, true];
  return [first, second.millis, parts.indexOf(first) < parts.indexOf(second)];
}

function readWhole(file: number, into: Float64Array | Int32Array, position: number): void {
  const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
  for (let done = 0; done < bytes.length; ) {
    const read = readSync(file, bytes, done, bytes.length - done, position + done);
    if (read === 0) throw new Error('Recorded requests ended during the merge');
    done += read;
  }
}
