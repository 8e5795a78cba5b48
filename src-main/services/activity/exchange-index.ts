import type { StoredSummary } from '#main/platform/exchange-summary.ts';
import type { SummarySnapshot } from '#main/platform/ports.ts';
import type { ActivityRow, FacetCounts } from '#shared/api/index.ts';
import type { FilterRow } from '#shared/exchange/filter/index.ts';
import { type FoldedExchange, fold } from './exchange-fold.ts';
import { createExchangePairs, type ExchangePairs } from './exchange-pairs.ts';
import { createExchangeRows } from './exchange-rows.ts';
import { createMatchLists, lowerBound, type Matches, type RowFilter } from './match-lists.ts';
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
  /** Counts by source of what the first filter matches, by result of what the second one does, and by time of the third. */
  facets(sources: RowFilter, results: RowFilter, shown: RowFilter): FacetCounts;
  /** The exchange of a record, whichever end it was taken at. */
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
  const pairs = createExchangePairs(rows.all);
  const notes = new Map<string, ExchangeNote>();
  const { foldedAt, filteredAt } = createFolding(rows.all, pairs);
  const lists = createMatchLists(
    { length: () => rows.all.length, at: filteredAt },
    {
      isPinned: (id) => notes.get(id)?.isPinned === true,
      isFinding: (id) => typeof notes.get(id)?.finding === 'string',
      contractOf: (id) => notes.get(id)?.contract ?? [],
    },
  );
  let shifts = firstGeneration;
  let noteChanges = 0;

  const shown = (row: FoldedExchange): ActivityRow => withNotes(row, notes);
  const alone = (row: StoredSummary): ActivityRow => shown(fold(row, undefined));
  const extentOf = ({ positions, usesNotes }: Matches): Extent => ({
    total: rows.all.length - pairs.count,
    matching: positions.length,
    // Both only ever grow, so that their sum never comes back to a former value.
    generation: usesNotes ? shifts + noteChanges : shifts,
  });
  const between = ({ positions }: Matches, from: number, end: number): FoldedExchange[] =>
    positions.slice(from, end).flatMap((position) => foldedAt(position) ?? []);
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
      const isMoved = lists.revise(pairs.follow(change));
      if (change.isShift || isMoved) shifts += 1;
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
      const record = rows.all.findLastIndex((row) => row.id === id);
      const partner = pairs.partnerOf(record);
      const position = partner < 0 ? record : Math.min(record, partner);
      const index = lowerBound(matches.positions, position);
      return {
        index: matches.positions[index] === position ? index : null,
        generation: extentOf(matches).generation,
      };
    },
    ids: (filter, limit) => between(lists.of(filter), 0, limit).map(({ id }) => id),
    facets: (sources, results, whole) => ({
      sources: lists.facetsOf(sources).sources,
      results: lists.facetsOf(results).results,
      timeline: lists.timelineOf(whole),
    }),
    rows(ids) {
      const wanted = new Set(ids);
      return rows.all.flatMap(({ id }, position) => {
        if (!wanted.has(id)) return [];
        const partner = pairs.partnerOf(position);
        const row = foldedAt(partner < 0 ? position : Math.min(position, partner));
        return row === null ? [] : shown(row);
      });
    },
    related: (id) => relatedTo(rows.all, id).map(alone),
  };
}

/** The exchange that is listed at a position; null where its record is folded into an earlier one. */
function createFolding(rows: readonly StoredSummary[], pairs: ExchangePairs) {
  const headAt = (position: number): StoredSummary | null => {
    const partner = pairs.partnerOf(position);
    return partner >= 0 && partner < position ? null : (rows[position] ?? null);
  };
  const foldedAt = (position: number): FoldedExchange | null => {
    const row = headAt(position);
    return row === null ? null : fold(row, rows[pairs.partnerOf(position)]);
  };
  return {
    foldedAt,
    /** A record that stands alone is looked at as it is: a copy of each would be half the time of a filter. */
    filteredAt: (position: number): FilterRow | null =>
      pairs.partnerOf(position) < 0 ? headAt(position) : foldedAt(position),
  };
}

/** An exchange with what people noted on either of its records. */
function withNotes(
  { peer, source, ...row }: FoldedExchange,
  notes: ReadonlyMap<string, ExchangeNote>,
): ActivityRow {
  const own = notes.get(row.id);
  const other = peer === undefined ? undefined : notes.get(peer.id);
  return {
    ...listed(row),
    source,
    peer: peer === undefined ? null : peerOf(peer),
    isPinned: own?.isPinned === true || other?.isPinned === true,
    finding: own?.finding ?? other?.finding ?? null,
    contract: [...new Set([...(own?.contract ?? []), ...(other?.contract ?? [])])],
  };
}

/** Tests whether a note has any content. */
export function isNoted({ isPinned, finding, contract }: Omit<ExchangeNote, 'id'>): boolean {
  return isPinned || finding !== null || contract.length > 0;
}

function peerOf({ id, side, service, durationMicros }: StoredSummary): ActivityRow['peer'] {
  return { id, side, service, durationMicros };
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
