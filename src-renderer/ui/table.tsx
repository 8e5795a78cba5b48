import type { MouseEvent, ReactNode } from 'react';
import { sharedMessages } from '../words/shared-messages.ts';

interface ColumnParts {
  readonly head: ReactNode;
  /** Of its heading; `num` where its cells are numbers. */
  readonly className?: string;
  /** The heading is read out, and not shown. */
  readonly isUnseen?: boolean;
  /** The heading is a text of the user. */
  readonly isData?: boolean;
}

/** The heading of a column and how it looks; null: it has none, as nothing in it is read out. */
export type Column = string | ColumnParts | null;

/** A column of numbers. */
export function numbers(head: string): Column {
  return { head, className: 'num' };
}

/** A column whose cells say enough to those who see them. */
export function unseen(head: string): Column {
  return { head, isUnseen: true };
}

/** The column of what can be done with a row. */
export const acts: Column = unseen(sharedMessages.home.acts);

function Heading({ column }: { readonly column: Column }) {
  if (column === null) return <th aria-hidden="true" />;
  if (typeof column === 'string') return <th scope="col">{column}</th>;
  const { head, className, isUnseen = false, isData = false } = column;
  return (
    <th scope="col" className={className} data-words={isData ? 'data' : undefined}>
      {isUnseen ? <span className="vh">{head}</span> : head}
    </th>
  );
}

/** Elements of a row that have an act of their own. */
const ownActs = 'a, button, input, select, textarea, label, [role=button]';

/**
 * A row that a click anywhere opens. Keyboard and screen readers open it by the link in it, so that the row itself is
 * none; a text that was selected in it stays selected.
 */
export function OpenedRow({
  onOpen,
  children,
}: {
  readonly onOpen: () => void;
  readonly children: ReactNode;
}) {
  const onClick = ({ target }: MouseEvent) => {
    const isOwn = target instanceof Element && target.closest(ownActs) !== null;
    if (!isOwn && window.getSelection()?.isCollapsed !== false) onOpen();
  };
  return (
    <tr className="opened" onClick={onClick}>
      {children}
    </tr>
  );
}

export interface TableProps {
  readonly label?: string | undefined;
  /** Id of the heading above it, if there is one. */
  readonly labelledBy?: string;
  readonly className?: string;
  readonly columns: readonly Column[];
  /** Its cells are texts of the user. */
  readonly isData?: boolean;
  /** Its rows are in bodies of their own. */
  readonly isGrouped?: boolean;
  readonly children: ReactNode;
}

/** A table with a heading over each column; its rows are its children. */
export function Table({
  label,
  labelledBy,
  className = 'rows',
  columns,
  isData = false,
  isGrouped = false,
  children,
}: TableProps) {
  return (
    <table className={className} aria-label={label} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <Heading key={index} column={column} />
          ))}
        </tr>
      </thead>
      {isGrouped ? children : <tbody data-words={isData ? 'data' : undefined}>{children}</tbody>}
    </table>
  );
}
