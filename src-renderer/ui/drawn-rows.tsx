import { type LogColumn, LogRow } from './log-row.tsx';
import type { RowRange } from './use-visible-rows.ts';

/** The rows of a grid, and which of them are marked. */
export interface GridRows<T> {
  readonly columns: readonly LogColumn<T>[];
  /** The row at an index; undefined while it has not come yet. */
  readonly rowAt: (index: number) => T | undefined;
  readonly rowClass?: (row: T) => string;
  /** The row with the cursor; −1: none. */
  readonly cursor: number;
  readonly selection: RowRange | null;
  /** True for a row that is selected wherever the cursor is. */
  readonly isAlsoSelected?: (row: T) => boolean;
}

interface DrawnRowsProps<T> extends GridRows<T> {
  /** The prefix of the row ids. */
  readonly base: string;
  readonly range: RowRange;
  readonly rowPx: number;
}

function indexesOf({ from, to }: RowRange): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, offset) => from + offset);
}

/** The rows of a grid that are in view, each in its place among all. */
export function DrawnRows<T>(props: DrawnRowsProps<T>) {
  const { base, columns, cursor, range, rowAt, rowClass, rowPx, selection } = props;
  const isSelected = (index: number, row: T | undefined) =>
    index === cursor ||
    (selection !== null && index >= selection.from && index <= selection.to) ||
    (row !== undefined && props.isAlsoSelected?.(row) === true);
  return indexesOf(range).map((index) => {
    const row = rowAt(index);
    return (
      <LogRow
        key={index}
        id={`${base}-${index}`}
        index={index}
        topPx={index * rowPx}
        row={row}
        columns={columns}
        className={row === undefined ? 'log-row waiting' : `log-row ${rowClass?.(row) ?? ''}`}
        isSelected={isSelected(index, row)}
      />
    );
  });
}
