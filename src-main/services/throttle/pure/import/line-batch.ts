/** Lines that are read side by side: what a look at memory waits for one of them, it does not wait for the others. */
export const batchLength = 256;

/** One part of the lines of a batch: where its bytes lie, and the numbers of its texts. */
export class BatchPart {
  readonly froms = new Int32Array(batchLength);
  readonly tos = new Int32Array(batchLength);
  readonly numbers = new Int32Array(batchLength);

  set(index: number, from: number, to: number): void {
    this.froms[index] = from;
    this.tos[index] = to;
  }
}
