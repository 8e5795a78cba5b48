import { List } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { type ChartColumn, ChartTable } from '#renderer/ui/chart/chart-table.tsx';
import { labMessages } from '../words.ts';

const messages = labMessages.throttle.results;

/** The table behind a chart. */
export interface PlotTable {
  readonly count: number;
  readonly columns: readonly ChartColumn[];
  readonly cursor?: number;
  readonly onMove?: (row: number) => void;
}

export interface PlotFrameProps {
  readonly title: string;
  /** The name that the title refers to, as it appears on the wire. */
  readonly subject?: string;
  readonly table: PlotTable;
  readonly className?: string;
  /** Stands in the place of the visible title, which is said all the same. */
  readonly lead?: ReactNode;
  /** More acts and words at the right of the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A chart under its title; its table takes its place at the press of a button. */
export function PlotFrame(props: PlotFrameProps) {
  const { title, subject, table, className = '', lead, aside, children } = props;
  const [isTable, setIsTable] = useState(false);
  const name = subject === undefined ? title : messages.titleOf(title, subject);
  return (
    <section className={`plot-frame ${className}`} aria-label={name}>
      <div className="plot-cap">
        <h2 className={lead === undefined ? 'label' : 'vh'}>
          {title}
          {subject === undefined ? null : (
            <>
              , <span className="mono clip">{subject}</span>
            </>
          )}
        </h2>
        {lead}
        <span className="push row">{aside}</span>
        <SmallGhostButton icon={List} isPressed={isTable} onPress={() => setIsTable(!isTable)}>
          {messages.table}
        </SmallGhostButton>
      </div>
      {isTable ? <ChartTable label={name} {...table} /> : children}
    </section>
  );
}
