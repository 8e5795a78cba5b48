import { useState } from 'react';
import { LogGrid } from '../log-grid.tsx';

/** A column of the table behind a chart. */
export interface ChartColumn {
  readonly id: string;
  readonly title: string;
  /** Names are on the left and have more room; numbers are on the right. */
  readonly isText?: boolean;
  readonly text: (row: number) => string;
}

export interface ChartTableProps {
  readonly label: string;
  readonly count: number;
  readonly columns: readonly ChartColumn[];
  /** The row at the cursor of the charts; left out if the table keeps its own. */
  readonly cursor?: number;
  readonly onMove?: (row: number) => void;
}

const nothing = () => undefined;

/** The data of a chart, row by row. */
export function ChartTable({ label, count, columns, cursor, onMove }: ChartTableProps) {
  const [own, setOwn] = useState(-1);
  return (
    <div className="chart-table">
      <LogGrid<number>
        label={label}
        columns={columns.map(({ id, title, isText = false, text }) => ({
          id,
          title,
          className: isText ? 'mono clip' : 'mono num',
          cell: text,
        }))}
        template={columns
          .map(({ isText = false }) => (isText ? 'minmax(6rem, 2fr)' : 'minmax(3.5rem, 1fr)'))
          .join(' ')}
        count={count}
        rowAt={(index) => index}
        cursor={cursor ?? own}
        selection={null}
        onMove={(row) => {
          setOwn(row);
          onMove?.(row);
        }}
        onShown={nothing}
        isFollowing={false}
        onFollowChange={nothing}
      />
    </div>
  );
}
