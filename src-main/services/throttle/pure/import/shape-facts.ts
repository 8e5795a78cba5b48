import { markBits, type Refusal } from './repeats.ts';

const firstLength = 1_024;
const refusals: readonly Refusal[] = [0, 429, 503];
/** The number of requests, and what `Repeats` needs to know: side by side, so that a look touches one place. */
const width = 2;

/** Counts the requests of each shape while a log is read. */
export class ShapeFacts {
  #numbers = new Int32Array(firstLength * width);

  /** Takes in a new shape, or one that is there: its requests stay counted. */
  note(shape: number, refusal: Refusal, mark: number): void {
    const at = shape * width;
    if (at >= this.#numbers.length) this.#grow();
    this.#numbers[at + 1] = (refusals.indexOf(refusal) << markBits) | mark;
  }

  count(shape: number): void {
    const at = shape * width;
    this.#numbers[at] = (this.#numbers[at] ?? 0) + 1;
  }

  refusalOf(shape: number): Refusal {
    return refusals[(this.#numbers[shape * width + 1] ?? 0) >>> markBits] ?? 0;
  }

  /** The bits by which `Repeats` passes over most requests. */
  markOf(shape: number): number {
    return (this.#numbers[shape * width + 1] ?? 0) & (2 ** markBits - 1);
  }

  /** Requests by shape. */
  counts(shapes: number): Uint32Array {
    const counts = new Uint32Array(shapes);
    for (let shape = 0; shape < shapes; shape += 1) counts[shape] = this.#numbers[shape * width] ?? 0;
    return counts;
  }

  #grow(): void {
    const numbers = new Int32Array(this.#numbers.length * 2);
    numbers.set(this.#numbers);
    this.#numbers = numbers;
  }
}
