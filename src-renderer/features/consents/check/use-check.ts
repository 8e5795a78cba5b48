import { useMemo, useState } from 'react';
import { useMedia } from '#renderer/ui/use-media.ts';
import { type Command, useCommands } from '#renderer/workbench/commands.ts';
import type { Fix, ImportRow } from '#shared/consents/index.ts';
import { rowFlags, rowOutcomes } from '#shared/consents/index.ts';
import { useKeptImport } from '../kept-imports.ts';
import { knownValues } from '../match/match-table.tsx';
import type { Replacement } from '../match/replace-dialog.tsx';
import { mappedColumns } from '../step-facts.ts';
import type { OpenImport } from '../use-import.ts';
import { importMessages } from '../words.ts';
import { cellTracks, useCellLengths } from './cell-widths.ts';
import { groupsOf } from './groups.tsx';
import { type Editing, rowColumns } from './row-columns.tsx';
import { editedColumn, isAboutUser, type RowActs } from './row-detail.tsx';
import { type RowFilter, useRowPages } from './use-row-pages.ts';

const messages = importMessages.importLoad.check;

/** In such a window a finding in words would leave no room for the sentence that says what is wrong. */
const compactWindow = '(max-width: 72rem)';

const filters: readonly string[] = ['all', 'problems', 'failed', ...rowOutcomes, ...rowFlags];

function isFilter(text: string): text is RowFilter {
  return filters.includes(text);
}

/** Values of the target that the value of a column could be replaced by, and its rows as far as they are known. */
function replacementOf({ view }: OpenImport, row: ImportRow, column: string): Replacement {
  const { mapping } = view.job;
  const from = row.cells[view.columns.indexOf(column)] ?? '';
  const part = (['agreement', 'language'] as const).find((name) => {
    const source = mapping?.[name];
    return source !== undefined && 'column' in source && source.column === column;
  });
  const all = part === 'agreement' ? view.matches?.agreements : view.matches?.languages;
  const match = part === undefined ? undefined : all?.find(({ value }) => value === from);
  const known = part === undefined ? [] : knownValues(all ?? []);
  const offered = [...new Set([...(row.suggestion === null ? [] : [row.suggestion]), ...known])];
  return { column, from, rows: match?.rows ?? null, offered: offered.filter((value) => value !== from) };
}

/** Makes the acts of the step known; their letters act while the grid has the focus. */
function useCheckCommands(
  { view, id, act, isLocked, isWorking }: OpenImport,
  acts: RowActs,
  canFix: boolean,
) {
  const command = (what: keyof typeof messages.commands, key: string): Command => ({
    id: `consents.${what}`,
    title: messages.commands[what],
    group: 'edit',
    keys: [key],
    within: '.log-grid',
    isDisabled: !canFix,
    run: acts[what],
  });
  useCommands([
    command('edit', 'e'),
    command('replace', 'r'),
    command('pick', 'p'),
    command('exclude', 'x'),
    {
      id: 'consents.undo-fix',
      title: importMessages.imports.commands.undoFix,
      group: 'edit',
      keys: ['ctrl+z'],
      isTextKey: true,
      isDisabled: isLocked || isWorking || view.job.fixes.length === 0,
      run: () => act((client) => client.imports.undoFix({ id })),
    },
  ]);
}

/** The rows of an import with the cursor among them, and what mends them. */
export function useCheck(state: OpenImport) {
  const { view, id, act, isLocked, isWorking } = state;
  const [kept, keep] = useKeptImport(id);
  const { fixes, mapping } = view.job;
  // While rows are planned anew, the former results stay in view.
  const [plan, setPlan] = useState(view.job.plan);
  if (view.job.plan !== null && view.job.plan.hash !== plan?.hash) setPlan(view.job.plan);
  const groups = useMemo(() => (plan === null ? [] : groupsOf(plan, view)), [plan, view]);
  const wanted: RowFilter = isFilter(kept.group) ? kept.group : 'problems';
  const filter = groups.some((group) => group.id === wanted) ? wanted : 'problems';
  const rows = useRowPages(id, filter, `${view.job.plan?.hash ?? ''} ${fixes.length} ${view.counts.failed}`);
  const [cursor, setCursor] = useState(0);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [replacement, setReplacement] = useState<Replacement | null>(null);
  const [picked, setPicked] = useState<ImportRow | null>(null);
  const shown = mappedColumns(mapping);
  const lengths = useCellLengths(rows, view.columns, shown);
  const at = Math.min(cursor, rows.total - 1);
  const row = at < 0 ? undefined : rows.rowAt(at);
  const canFix = !isLocked && !isWorking && row !== undefined;
  const fix = (...made: Fix[]) => act((client) => client.imports.fix({ id, fixes: made }));
  const column = row === undefined ? null : editedColumn(row, shown);
  const acts: RowActs = {
    edit: () => {
      if (canFix && column !== null) setEditing({ row: row.row, column });
    },
    replace: () => {
      if (canFix && column !== null) setReplacement(replacementOf(state, row, column));
    },
    pick: () => {
      if (canFix && isAboutUser(row, mapping)) setPicked(row);
    },
    exclude: () => {
      if (canFix) fix({ kind: 'exclude-row', row: row.row });
    },
    take: (value) => {
      if (canFix && column !== null) fix({ kind: 'cell', row: row.row, column, value });
    },
  };
  useCheckCommands(state, acts, canFix);
  const isCompact = useMedia(compactWindow);
  const columns = rowColumns({
    columns: view.columns,
    shown,
    editing,
    isCompact,
    onEdited: (edited, of, value) => {
      setEditing(null);
      const before = edited.cells[view.columns.indexOf(of)] ?? '';
      if (value !== null && value !== before) fix({ kind: 'cell', row: edited.row, column: of, value });
    },
  });
  return {
    isCompact,
    groups,
    filter,
    rows,
    row,
    cursor: at,
    columns,
    tracks: cellTracks(lengths, shown),
    acts,
    fix,
    replacement,
    picked,
    userKeyOf: (of: ImportRow) => of.cells[view.columns.indexOf(mapping?.user.column ?? '')] ?? '',
    setFilter: (group: RowFilter) => {
      keep({ group });
      setCursor(0);
      setEditing(null);
    },
    move: (to: number) => setCursor(to),
    closeDialogs: () => {
      setReplacement(null);
      setPicked(null);
    },
  };
}

export type CheckState = ReturnType<typeof useCheck>;
