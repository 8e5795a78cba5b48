/**
 * Letters that have to be put in, taken out or changed to make one text of the other; `most` + 1 where that is more
 * than `most`. Levenshtein
 */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a.charCodeAt(row - 1) === b.charCodeAt(column - 1);
      line.push(
        Math.min(
          (above[column] ?? 0) + 1,
          (line[column - 1] ?? 0) + 1,
          (above[column - 1] ?? 0) + (isSame ? 0 : 1),
        ),
      );
    }
    if (Math.min(...line) > max) return max + 1;
    above = line;
  }
  return Math.min(above[b.length] ?? 0, max + 1);
}

/** Of some texts the one that is nearest to another, letters' case aside; undefined where none is near. */
export function nearest(text: string, others: readonly string[], max: number): string | undefined {
  const wanted = text.trim().toLowerCase();
  const near = others
    .map((other) => ({ other, distance: editDistance(wanted, other.trim().toLowerCase(), max) }))
    .filter(({ distance }) => distance <= max)
    .toSorted((a, b) => a.distance - b.distance);
  return near[0]?.other;
}
