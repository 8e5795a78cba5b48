import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useId,
} from 'react';
import { type MenuAnchor, menuAnchor } from './context-menu.tsx';
import { DrawnRows, type GridRows } from './drawn-rows.tsx';
import { gridMove } from './grid-keys.ts';
import type { LogColumn } from './log-row.tsx';
import { headRowIndex, positionOf } from './row-index.ts';
import { type RowRange, useVisibleRows } from './use-visible-rows.ts';

export interface LogGridProps<T> extends GridRows<T> {
  readonly label: string;
  /** CSS grid columns of every row. */
  readonly template: string;
  readonly count: number;
  readonly onMove: (to: number, extendsSelection: boolean) => void;
  /** A row was clicked with Ctrl: it is meant beside the one that is chosen. */
  readonly onAdd?: (to: number) => void;
  /** A menu was asked for, with the pointer or with the menu key: of this row, which is now the chosen one. */
  readonly onMenu?: (index: number, anchor: MenuAnchor) => void;
  /** Called with the rows that are shown, so that they can be brought. */
  readonly onShown: (range: RowRange) => void;
  /** Keeps the last row in view as rows are added. */
  readonly isFollowing: boolean;
  /** The person scrolled away from the end. */
  readonly onFollowChange: (isFollowing: boolean) => void;
}

// A table cannot leave out the rows that are not in view: this is the ARIA grid pattern.
const headProps = { role: 'row', 'aria-rowindex': headRowIndex } as const;
const headCellProps = { role: 'columnheader' } as const;
const bodyProps = { role: 'rowgroup' } as const;
const spacerProps = { role: 'presentation' } as const;

function Head<T>({ columns }: { readonly columns: readonly LogColumn<T>[] }) {
  return (
    <div className="log-head" {...headProps}>
      {columns.map((column) => (
        <span key={column.id} className={column.className} {...headCellProps}>
          {column.title}
        </span>
      ))}
    </div>
  );
}

/** The position of the row that contains an element; null: none does. */
function indexOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest('[role=row][aria-selected]') : null;
  return row === null ? null : positionOf(Number(row.getAttribute('aria-rowindex')));
}

/**
 * A grid of very many rows of one height, of which only those in view are drawn. The grid keeps the focus and names the
 * row with the cursor (`aria-activedescendant`), so that rows may come and go under it.
 */
export function LogGrid<T>(props: LogGridProps<T>) {
  const { columns, count, cursor, template } = props;
  const base = useId();
  const { scroller, range, rowPx, gutterPx, onScroll, pageRows } = useVisibleRows(props);
  const onShown = useEffectEvent((shown: RowRange) => props.onShown(shown));
  useEffect(() => {
    if (range.to >= range.from) onShown(range);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const move = gridMove(event, cursor, count, pageRows());
    if (move === null) return;
    event.preventDefault();
    props.onMove(move.to, move.extends);
  };
  const onClick = (event: MouseEvent) => {
    const index = indexOf(event.target);
    if (index === null) return;
    if ((event.ctrlKey || event.metaKey) && props.onAdd !== undefined) props.onAdd(index);
    else props.onMove(index, event.shiftKey);
  };
  const onContextMenu = (event: MouseEvent) => {
    // The menu key is pressed on the grid itself, which has the focus: it means the row with the cursor.
    const index = indexOf(event.target) ?? cursor;
    const anchor = document.getElementById(`${base}-${index}`);
    if (props.onMenu === undefined || anchor === null) return;
    event.preventDefault();
    if (index !== cursor) props.onMove(index, false);
    props.onMenu(index, menuAnchor(event, anchor));
  };
  const isCursorDrawn = cursor >= range.from && cursor <= range.to;
  const gridProps = {
    role: 'grid',
    tabIndex: 0,
    'aria-label': props.label,
    'aria-rowcount': count + 1,
    'aria-multiselectable': true,
    'aria-activedescendant': isCursorDrawn ? `${base}-${cursor}` : undefined,
    onKeyDown,
    onClick,
    onContextMenu,
  } as const;
  const widths = { '--columns': template, '--gutter': `${gutterPx}px` } as CSSProperties;
  return (
    <div className="log-grid inset" style={widths} {...gridProps}>
      <Head columns={columns} />
      <div ref={scroller} className="log-scroll scroll" onScroll={onScroll} {...bodyProps}>
        <div className="log-spacer" style={{ height: `${count * rowPx}px` }} {...spacerProps}>
          <DrawnRows {...props} base={base} range={range} rowPx={rowPx} />
        </div>
      </div>
    </div>
  );
}
