import { useEffect, useRef, useState } from 'react';
import { Drawn } from '#renderer/ui/icon.tsx';
import type { LogColumn } from '#renderer/ui/log-row.tsx';
import { Verdict } from '#renderer/ui/verdict.tsx';
import { formatCount } from '#renderer/words/format.ts';
import { type ImportRow, quietOutcomes } from '#shared/consents/index.ts';
import { importMessages } from '../words.ts';

const messages = importMessages.importLoad;

/** A cell under edit. */
export interface Editing {
  readonly row: number;
  readonly column: string;
}

interface EditCellProps {
  readonly label: string;
  readonly value: string;
  readonly onDone: (value: string | null) => void;
}

/** A cell that is typed in: Enter keeps it, Escape leaves it as it was. */
function EditCell({ label, value, onDone }: EditCellProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const finish = (kept: string | null) => {
    const grid = field.current?.closest('[role=grid]');
    onDone(kept);
    if (grid instanceof HTMLElement) grid.focus();
  };
  return (
    <input
      ref={field}
      className="in mono imp-edit"
      aria-label={label}
      value={text}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        // The keys of the grid are those of the text here.
        event.stopPropagation();
        if (event.key === 'Enter') finish(text);
        if (event.key === 'Escape') finish(null);
      }}
      onBlur={() => onDone(null)}
    />
  );
}

export interface RowColumnsOptions {
  readonly columns: readonly string[];
  /** The columns that are shown: those that the mapping takes. */
  readonly shown: readonly string[];
  readonly editing: Editing | null;
  readonly onEdited: (row: ImportRow, column: string, value: string | null) => void;
  /** The finding is its icon alone, and leaves its room to the sentence that says what is wrong. */
  readonly isCompact: boolean;
}

interface Finding {
  readonly verdict: 'passed' | 'failed' | 'warning' | 'skipped';
  readonly word: string;
}

function findingOf({ outcome, flags, settlement }: ImportRow): Finding | null {
  if (settlement?.status === 'failed')
    return { verdict: 'failed', word: messages.settlements[settlement.status] };
  if (outcome === null) return null;
  const [flag] = flags;
  if (outcome === 'ready' && flag !== undefined) return { verdict: 'warning', word: messages.rowFlags[flag] };
  const isQuiet = quietOutcomes.includes(outcome);
  const verdict = outcome === 'ready' ? 'passed' : isQuiet ? 'skipped' : 'failed';
  return { verdict, word: messages.outcomes[outcome] };
}

function FindingOf({ row, isCompact }: { readonly row: ImportRow; readonly isCompact: boolean }) {
  const finding = findingOf(row);
  if (finding === null) return null;
  const { verdict, word } = finding;
  if (!isCompact) return <Verdict of={verdict} bare word={word} />;
  return (
    <span className={`imp-found ${verdict}`} title={word}>
      <Drawn name={verdict} small />
      <span className="vh">{word}</span>
    </span>
  );
}

function classOf(row: ImportRow, column: string): string {
  if (row.fixed.includes(column)) return 'imp-cell fixed';
  return row.column === column && row.outcome !== 'ready' ? 'imp-cell bad' : 'imp-cell';
}

/** The columns of the grid: number, finding, the relevant cells, and the problem. */
export function rowColumns(options: RowColumnsOptions): readonly LogColumn<ImportRow>[] {
  const { columns, shown, editing, onEdited, isCompact } = options;
  const cells = shown.map((column): LogColumn<ImportRow> => {
    const at = columns.indexOf(column);
    return {
      id: `cell ${column}`,
      title: column,
      className: 'mono',
      cell: (row) => {
        const value = row.cells[at] ?? '';
        if (editing?.row === row.row && editing.column === column)
          return (
            <EditCell
              label={messages.check.editOf(column, row.place.row)}
              value={value}
              onDone={(kept) => onEdited(row, column, kept)}
            />
          );
        return (
          <span className={classOf(row, column)} title={value}>
            {value === '' ? '\u00a0' : value}
          </span>
        );
      },
    };
  });
  return [
    {
      id: 'row',
      title: messages.check.row,
      className: 'num mono',
      cell: ({ place }) => formatCount(place.row),
    },
    {
      id: 'outcome',
      title: isCompact ? '' : messages.check.outcome,
      cell: (row) => <FindingOf row={row} isCompact={isCompact} />,
    },
    ...cells,
    {
      id: 'message',
      title: messages.check.message,
      className: 'muted',
      cell: ({ message, settlement }) => (
        <span data-words="data" title={message}>
          {settlement?.status === 'failed' ? settlement.message : message}
        </span>
      ),
    },
  ];
}
