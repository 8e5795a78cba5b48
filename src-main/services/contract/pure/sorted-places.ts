/** Index of the first of so many sorted places that is not below a wanted one; their number where all are. */
export function firstFrom(count: number, placeAt: (index: number) => number, wanted: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (placeAt(middle) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
