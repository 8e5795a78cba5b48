import type { Fix, RowFlag, RowOutcome } from './job.ts';

/** Corrections, made ready to be laid over rows. */
export interface Overlay {
  /** The text of a cell with the corrections in force. */
  cell(row: number, column: number, text: string): string;
  /** A row with the corrections in force: the same array where none touches it. */
  cells(row: number, cells: readonly string[]): readonly string[];
  /** Ids of users that a person picked, by the key in the file. */
  readonly pickedUsers: ReadonlyMap<string, string>;
  readonly excludedRows: ReadonlySet<number>;
  readonly excludedOutcomes: ReadonlySet<RowOutcome>;
  readonly excludedFlags: ReadonlySet<RowFlag>;
}

/**
 * Lays corrections over rows, in their order: what a later one replaces may be what an earlier one put there. Of two
 * that replace the same value the later holds, and of two for one cell as well. Those for columns that are not there
 * do nothing.
 */
export function createOverlay(fixes: readonly Fix[], columns: readonly string[]): Overlay {
  const places = new Map(columns.map((name, index) => [name, index]));
  const replaced = new Map<number, Map<string, string>>();
  const single = new Map<number, Map<number, string>>();
  const pickedUsers = new Map<string, string>();
  const excludedRows = new Set<number>();
  const excludedOutcomes = new Set<RowOutcome>();
  const excludedFlags = new Set<RowFlag>();
  const after = (column: number, value: string) => replacedBy(replaced.get(column), value) ?? value;

  // From the last to the first, so that what becomes of a value later is known.
  for (const fix of fixes.toReversed()) {
    if (fix.kind === 'cell' || fix.kind === 'replace') {
      const column = places.get(fix.column);
      if (column === undefined) continue;
      if (fix.kind === 'cell') {
        const row = memberOf(single, fix.row, () => new Map<number, string>());
        if (!row.has(column)) row.set(column, after(column, fix.value));
      } else {
        const values = memberOf(replaced, column, () => new Map<string, string>());
        if (!values.has(fix.from)) values.set(fix.from, after(column, fix.to));
      }
    } else if (fix.kind === 'pick-user') {
      if (!pickedUsers.has(fix.key)) pickedUsers.set(fix.key, fix.userId);
    } else if (fix.kind === 'exclude-row') excludedRows.add(fix.row);
    else if (fix.kind === 'exclude-outcome') excludedOutcomes.add(fix.outcome);
    else excludedFlags.add(fix.flag);
  }

  const cell = (row: number, column: number, text: string) =>
    single.get(row)?.get(column) ?? replacedBy(replaced.get(column), text) ?? text;
  const hasTexts = single.size > 0 || replaced.size > 0;
  return {
    cell: hasTexts ? cell : (_row, _column, text) => text,
    cells(row, cells) {
      if (!hasTexts) return cells;
      const last = Math.max(-1, ...(single.get(row)?.keys() ?? []));
      return Array.from({ length: Math.max(cells.length, last + 1) }, (_, column) =>
        cell(row, column, cells[column] ?? ''),
      );
    },
    pickedUsers,
    excludedRows,
    excludedOutcomes,
    excludedFlags,
  };
}

/**
 * Returns the replacement of a text; spaces around it, which are invisible and not kept in any column, make no
 * difference.
 */
function replacedBy(values: ReadonlyMap<string, string> | undefined, text: string): string | undefined {
  return values?.get(text) ?? values?.get(text.trim());
}

function memberOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
