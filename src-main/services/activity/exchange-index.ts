import type { StoredSummary } from '#main/platform/exchange-summary.ts';
import type { SummarySnapshot } from '#main/platform/ports.ts';
import type { ActivityRow } from '#shared/api/index.ts';
import { createExchangeRows } from './exchange-rows.ts';
import { createMatchLists, type Matches, type RowFilter } from './match-lists.ts';
import { listed } from './view.ts';

/** Most rows that are related to one. */
const maxRelated = 500;
/** Two records of one exchange began within this time of each other, in milliseconds. */
const counterpartMillis = 60_000;

/** Notes that people made on an exchange; with neither there is no note. */
export interface ExchangeNote {
  readonly id: string;
  readonly isPinned: boolean;
  readonly finding: string | null;
  /** Ids of the rules of the contract that found something in it. */
  readonly contract: readonly string[];
}

/** How many rows there are. Positions of another generation mean other rows. */
export interface Extent {
  readonly total: number;
  readonly matching: number;
  readonly generation: number;
}

export interface RowWindow extends Extent {
  readonly from: number;
  readonly items: ActivityRow[];
}

/** Queries that an index answers. Row 0 is the oldest that matches. */
export interface ExchangeQueries {
  extent(filter: RowFilter): Extent;
  window(filter: RowFilter, from: number, limit: number): RowWindow;
  /** The newest rows that match, at most `limit`. */
  tail(filter: RowFilter, limit: number): RowWindow;
  locate(filter: RowFilter, id: string): { index: number | null; generation: number };
  /** The oldest first. */
  ids(filter: RowFilter, limit: number): string[];
  /** Those of these rows that there are, in the order of the index. */
  rows(ids: readonly string[]): ActivityRow[];
  /** The others of the same run, and the record taken at the other end, the oldest first. */
  related(id: string): ActivityRow[];
}

/** All exchanges by position and filter, in memory. */
export interface ExchangeIndex extends ExchangeQueries {
  /** Takes over what is stored now. */
  take(snapshot: SummarySnapshot): void;
  /** Lets the next snapshot load again what did not open. */
  forgetUnopened(): void;
  /** Replaces the notes on these exchanges. */
  note(notes: readonly ExchangeNote[]): void;
}

/** Makes an index, empty; it counts generations from `firstGeneration`. */
export function createExchangeIndex(firstGeneration = 0): ExchangeIndex {
  const rows = createExchangeRows();
  const notes = new Map<string, ExchangeNote>();
  const lists = createMatchLists(rows.all, {
    isPinned: (id) => notes.get(id)?.isPinned === true,
    isFinding: (id) => typeof notes.get(id)?.finding === 'string',
    contractOf: (id) => notes.get(id)?.contract ?? [],
  });
  let shifts = firstGeneration;
  let noteChanges = 0;

  const shown = (row: StoredSummary): ActivityRow => {
    const { isPinned = false, finding = null, contract = [] } = notes.get(row.id) ?? {};
    return { ...listed(row), isPinned, finding, contract: [...contract] };
  };
  const extentOf = ({ positions, usesNotes }: Matches): Extent => ({
    total: rows.all.length,
    matching: positions?.length ?? rows.all.length,
    // Both only ever grow, so that their sum never comes back to a former value.
    generation: usesNotes ? shifts + noteChanges : shifts,
  });
  const between = ({ positions }: Matches, from: number, end: number): StoredSummary[] =>
    positions === null
      ? rows.all.slice(from, end)
      : positions.slice(from, end).flatMap((position) => rows.all[position] ?? []);
  const windowOf = (matches: Matches, from: number, limit: number): RowWindow => ({
    ...extentOf(matches),
    from,
    items: between(matches, from, from + limit).map(shown),
  });

  return {
    take(snapshot) {
      const change = rows.take(snapshot);
      if (change === null) return;
      lists.follow(change);
      if (change.isShift) shifts += 1;
    },
    forgetUnopened: rows.forgetUnopened,
    note(changed) {
      for (const note of changed)
        if (isNoted(note)) notes.set(note.id, note);
        else notes.delete(note.id);
      noteChanges += 1;
      lists.forgetNoted();
    },
    extent: (filter) => extentOf(lists.of(filter)),
    window: (filter, from, limit) => windowOf(lists.of(filter), from, limit),
    tail(filter, limit) {
      const matches = lists.of(filter);
      return windowOf(matches, Math.max(0, extentOf(matches).matching - limit), limit);
    },
    locate(filter, id) {
      const matches = lists.of(filter);
      const position = rows.all.findLastIndex((row) => row.id === id);
      const index = matches.positions === null ? position : indexOf(matches.positions, position);
      return { index: index < 0 ? null : index, generation: extentOf(matches).generation };
    },
    ids: (filter, limit) => between(lists.of(filter), 0, limit).map(({ id }) => id),
    rows(ids) {
      const wanted = new Set(ids);
      return rows.all.filter(({ id }) => wanted.has(id)).map(shown);
    },
    related: (id) => relatedTo(rows.all, id).map(shown),
  };
}

/** Tests whether a note has any content. */
export function isNoted({ isPinned, finding, contract }: Omit<ExchangeNote, 'id'>): boolean {
  return isPinned || finding !== null || contract.length > 0;
}

/** The position of a number in an ascending list; −1 if it is missing. */
function indexOf(ascending: readonly number[], wanted: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return ascending[low] === wanted ? low : -1;
}

function relatedTo(rows: readonly StoredSummary[], id: string): StoredSummary[] {
  const row = rows.findLast((candidate) => candidate.id === id);
  if (row === undefined) return [];
  const run = row.tags.find((tag) => tag.startsWith('run:'));
  return rows
    .filter(
      (other) => other !== row && ((run !== undefined && other.tags.includes(run)) || isOtherEnd(row, other)),
    )
    .slice(-maxRelated);
}

/** Two records are of one exchange when they share the client's port, the target and the time. */
function isOtherEnd(row: StoredSummary, other: StoredSummary): boolean {
  return (
    row.clientPort !== 0 &&
    other.clientPort === row.clientPort &&
    other.side !== row.side &&
    other.method === row.method &&
    other.target === row.target &&
    Math.abs(other.startedAtMillis - row.startedAtMillis) < counterpartMillis
  );
}
