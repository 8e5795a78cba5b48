import { markBits, type Refusal } from './repeats.ts';

const firstLength = 1_024;
const pendingLength = 4_096;
const refusals: readonly Refusal[] = [0, 429, 503];

/** Packs what `Repeats` needs to know of a shape into one number. */
export function factsOf(refusal: Refusal, mark: number): number {
  return (refusals.indexOf(refusal) << markBits) | mark;
}

/** The refusal of packed facts. */
export function refusalIn(facts: number): Refusal {
  return refusals[facts >>> markBits] ?? 0;
}

/** The bits by which `Repeats` passes over most requests. */
export function markIn(facts: number): number {
  return facts & (2 ** markBits - 1);
}

/** Counts the requests of each shape while a log is read. */
export class ShapeCounts {
  #counts = new Uint32Array(firstLength);
  /** Counted together: one after the other, each would wait for its place in memory. */
  readonly #pending = new Int32Array(pendingLength);
  #waiting = 0;

  add(shape: number): void {
    this.#pending[this.#waiting] = shape;
    this.#waiting += 1;
    if (this.#waiting === pendingLength) this.#take();
  }

  /** Requests by shape. */
  counts(shapes: number): Uint32Array {
    this.#take();
    const counts = new Uint32Array(shapes);
    counts.set(this.#counts.subarray(0, shapes));
    return counts;
  }

  #take(): void {
    for (let index = 0; index < this.#waiting; index += 1) {
      const shape = this.#pending[index] as number;
      while (shape >= this.#counts.length) this.#grow();
      this.#counts[shape] = (this.#counts[shape] as number) + 1;
    }
    this.#waiting = 0;
  }

  #grow(): void {
    const counts = new Uint32Array(this.#counts.length * 2);
    counts.set(this.#counts);
    this.#counts = counts;
  }
}
