/** The row with the cursor and the rows that are selected with it, by positions. */
export interface GridSelection {
  /** −1: no row. */
  readonly cursor: number;
  /** The row from which the selection extends. */
  readonly anchor: number;
}

export const noSelection: GridSelection = { cursor: -1, anchor: -1 };

/** The selection after the cursor moved to a row. */
export function moveTo(before: GridSelection, to: number, extendsSelection: boolean): GridSelection {
  return { cursor: to, anchor: extendsSelection && before.anchor >= 0 ? before.anchor : to };
}

/** The selected rows, first and last included; null where none is. */
export function selectedRange({
  cursor,
  anchor,
}: GridSelection): { readonly from: number; readonly to: number } | null {
  return cursor < 0 ? null : { from: Math.min(cursor, anchor), to: Math.max(cursor, anchor) };
}

/** How many rows are selected. */
export function selectedCount(selection: GridSelection): number {
  const range = selectedRange(selection);
  return range === null ? 0 : range.to - range.from + 1;
}
