/** Rows of a grid are counted from 1, and its head is the first of them. WAI-ARIA 1.2 §6.6, aria-rowindex */
export const headRowIndex = 1;
const firstRowIndex = headRowIndex + 1;

/** The row of the grid at a position below the head, counted from 0. */
export function rowIndexOf(position: number): number {
  return position + firstRowIndex;
}

/** The position of a row of the grid below the head. */
export function positionOf(rowIndex: number): number {
  return rowIndex - firstRowIndex;
}
