/** Rows of a grid are counted from 1, and its head is the first of them. WAI-ARIA 1.2 §6.6, aria-rowindex */
export const headRowIndex = 1;
const firstRowIndex = headRowIndex + 1;

/** Which row of the grid stands at a position among those below the head, counted from 0. */
export function rowIndexOf(position: number): number {
  return position + firstRowIndex;
}

/** At which position below the head a row of the grid stands. */
export function positionOf(rowIndex: number): number {
  return rowIndex - firstRowIndex;
}
