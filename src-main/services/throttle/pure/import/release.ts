/** Gives the memory of an array back at once, and not when it is collected; the array is of no use any more. */
export function release(array: Int32Array | Uint8Array): void {
  if (array.buffer instanceof ArrayBuffer) array.buffer.transfer(0);
}
