/** The name among some that is most like a word, or null where none is near: for “did you mean”. */
export function nearestName(word: string, names: Iterable<string>): string | null {
  const wanted = word.toLowerCase();
  let nearest: string | null = null;
  // A third of the letters may differ, and one always.
  let min = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const name of names) {
    const distance = distanceBetween(wanted, name.toLowerCase(), min);
    if (distance < min) [nearest, min] = [name, distance];
  }
  return nearest;
}

/** Letters to change, add, remove or swap with their neighbour; at `bound` it stops counting. */
function distanceBetween(a: string, b: string, bound: number): number {
  if (Math.abs(a.length - b.length) >= bound) return bound;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const change = (last[column - 1] ?? 0) + (isSame ? 0 : 1);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swap = isSwap ? (beforeLast[column - 2] ?? 0) + 1 : bound;
      current.push(Math.min(change, swap, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length] ?? bound;
}
