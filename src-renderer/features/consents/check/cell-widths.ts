import { useState } from 'react';
import type { RowPages } from './use-row-pages.ts';

/** Rows that are looked at for the longest value of a column. */
const lookedAt = 200;
/** Width of one character of a value, and of the gap beside it, in rem. */
const characterRem = 0.46;
const gapRem = 0.75;
const widestRem = 18;

/** Columns of the cells by what they hold, in CSS: none is wider than its longest value, so that the problem has the rest. */
export function cellTracks(lengths: Readonly<Record<string, number>>, shown: readonly string[]): string {
  return shown
    .map((column) => {
      const wanted = Math.max(column.length, lengths[column] ?? 0) * characterRem + gapRem;
      return `minmax(4.5rem, ${Math.max(4.5, Math.min(widestRem, wanted)).toFixed(2)}rem)`;
    })
    .join(' ');
}

function longestIn(rows: RowPages, at: number): number {
  let longest = 0;
  for (let index = 0; index < Math.min(lookedAt, rows.total); index += 1)
    longest = Math.max(longest, rows.rowAt(index)?.cells[at]?.length ?? 0);
  return longest;
}

/** The length of the longest value of each column so far: a column does not become narrower as rows come and go. */
export function useCellLengths(
  rows: RowPages,
  columns: readonly string[],
  shown: readonly string[],
): Readonly<Record<string, number>> {
  const [known, setKnown] = useState<Readonly<Record<string, number>>>({});
  const longer = shown.flatMap((column) => {
    const length = longestIn(rows, columns.indexOf(column));
    return length > (known[column] ?? 0) ? [[column, length] as const] : [];
  });
  if (longer.length > 0) setKnown({ ...known, ...Object.fromEntries(longer) });
  return known;
}
