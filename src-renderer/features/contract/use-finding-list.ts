import { useMemo, useState } from 'react';
import type { LintFinding } from '#shared/contract/index.ts';
import { type FindingRow, filterFindings, findingsAt, findingsIn, rowsOf } from './findings.ts';
import type { ContractView } from './view.ts';

export interface FindingList {
  /** Those that count at the date, ignored ones as well. */
  readonly atDate: readonly LintFinding[];
  readonly shown: readonly LintFinding[];
  readonly rows: readonly FindingRow[];
  readonly cursor: number;
  readonly range: { readonly from: number; readonly to: number } | null;
  /** The row with the cursor. */
  readonly row: FindingRow | null;
  /** The findings that the selection covers. */
  readonly chosen: readonly LintFinding[];
  readonly move: (to: number, extendsSelection: boolean) => void;
}

export interface FindingListOptions {
  readonly view: ContractView;
  /** Chooses the first finding until another is chosen, for a detail that is always shown beside the list. */
  readonly isFirstChosen: boolean;
  readonly date: string;
  readonly change: (part: Partial<ContractView>) => void;
}

/** The findings of the view under their files, and which of them are chosen. */
export function useFindingList(
  findings: readonly LintFinding[],
  { view, isFirstChosen, date, change }: FindingListOptions,
): FindingList {
  const [anchorId, setAnchorId] = useState<string | null>(null);
  const [last, setLast] = useState(-1);
  const { text, severity, rule, file, ignored } = view;
  // A recording can hold thousands: they are sought through again only when something of it changed.
  const atDate = useMemo(() => findingsAt(findings, date), [findings, date]);
  const shown = useMemo(
    () => filterFindings(atDate, { text, severity, rule, file, ignored }),
    [atDate, text, severity, rule, file, ignored],
  );
  const rows = useMemo(() => rowsOf(shown), [shown]);
  const found = view.finding === null ? -1 : rows.findIndex(({ id }) => id === view.finding);
  const first = isFirstChosen ? rows.findIndex(({ kind }) => kind === 'finding') : -1;
  // Where a finding went away the one that took its place is chosen.
  const taken = Math.min(last, rows.length - 1);
  const cursor = found >= 0 ? found : view.finding === null ? first : taken;
  if (found >= 0 && found !== last) setLast(found);
  const anchor = rows.findIndex(({ id }) => id === anchorId);
  const start = anchor < 0 ? cursor : anchor;
  const range = cursor < 0 ? null : { from: Math.min(start, cursor), to: Math.max(start, cursor) };
  return {
    atDate,
    shown,
    rows,
    cursor,
    range,
    row: rows[cursor] ?? null,
    chosen: findingsIn(rows, range),
    move: (to, extendsSelection) => {
      const id = rows[to]?.id ?? null;
      setAnchorId(extendsSelection ? (rows[start]?.id ?? id) : id);
      change({ tab: 'findings', finding: id });
    },
  };
}
