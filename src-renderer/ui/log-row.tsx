import { memo, type ReactNode } from 'react';
import { rowIndexOf } from './row-index.ts';

/** A column: its head, and the content of its cells. */
export interface LogColumn<T> {
  readonly id: string;
  readonly title: string;
  readonly className?: string;
  readonly cell: (row: T) => ReactNode;
}

export interface LogRowProps<T> {
  readonly id: string;
  readonly index: number;
  readonly topPx: number;
  readonly row: T | undefined;
  readonly columns: readonly LogColumn<T>[];
  readonly className: string;
  readonly isSelected: boolean;
}

// A table cannot leave out the rows that are not in view: this is the ARIA grid pattern.
const cellProps = { role: 'gridcell' } as const;

function Row<T>({ id, index, topPx, row, columns, className, isSelected }: LogRowProps<T>) {
  const rowProps = {
    id,
    role: 'row',
    'aria-rowindex': rowIndexOf(index),
    'aria-selected': isSelected,
  } as const;
  return (
    <div className={className} style={{ transform: `translateY(${topPx}px)` }} {...rowProps}>
      {columns.map((column) => (
        <span key={column.id} className={column.className} {...cellProps}>
          {row === undefined ? null : column.cell(row)}
        </span>
      ))}
    </div>
  );
}

/** One row of a log, drawn again only when it changes or moves: appending costs the new rows only. */
export const LogRow = memo(Row) as typeof Row;
