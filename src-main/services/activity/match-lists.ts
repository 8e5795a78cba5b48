import type { FacetCounts } from '#shared/api/index.ts';
import {
  type CompiledFilter,
  compileFilter,
  type FilterContext,
  type FilterRow,
  isRefusal,
  matchFilter,
  parseFilter,
} from '#shared/exchange/filter/index.ts';
import { sourceOf, type TrafficSource, trafficSources } from '#shared/exchange/index.ts';
import { type ExchangeResult, exchangeResults } from '#shared/exchange/traffic-sources.ts';
import type { RowsChange } from './exchange-rows.ts';

/** Filters whose matches are kept; the one that was asked for longest ago goes first. */
const maxLists = 8;

/** A filter's text, and what its times of day mean: minutes that local time is ahead of UTC. */
export interface RowFilter {
  readonly text: string;
  readonly zoneOffsetMinutes: number;
}

interface MatchList {
  readonly compiled: CompiledFilter;
  readonly context: FilterContext;
  /** Rows that were looked at, from the front. */
  seen: number;
  positions: number[];
  /** The counts for the first `upTo` positions. */
  counted: Counted;
}

interface Counted extends FacetCounts {
  upTo: number;
}

export interface Matches {
  /** Positions of the rows that match, in order. */
  readonly positions: readonly number[];
  readonly usesNotes: boolean;
}

/** Which rows match the filters that were asked for last. */
export interface MatchLists {
  /** Looks at the rows that came since the filter was asked for the last time. */
  of(filter: RowFilter): Matches;
  /** Where those that match come from, and what became of them. */
  facetsOf(filter: RowFilter): FacetCounts;
  /** Follows a change of the rows. */
  follow(change: RowsChange): void;
  /** Looks again at rows that have changed; true where positions of a list mean other rows now. */
  revise(changed: readonly number[]): boolean;
  /** Drops what depends on notes. */
  forgetNoted(): void;
}

/** Rows by position. Null: the row has none of its own, as it is folded into another one. */
export interface ListedRows {
  length(): number;
  at(position: number): FilterRow | null;
}

/** Creates the lists over growing rows, and over the notes on them. */
export function createMatchLists(
  rows: ListedRows,
  notes: Pick<FilterContext, 'isPinned' | 'isFinding' | 'contractOf'>,
): MatchLists {
  const lists = new Map<string, MatchList>();

  function listOf({ text, zoneOffsetMinutes }: RowFilter): MatchList {
    const key = `${zoneOffsetMinutes} ${text}`;
    const list = lists.get(key) ?? {
      compiled: compiledOf(text),
      context: { ...notes, zoneOffsetMinutes },
      seen: 0,
      positions: [],
      counted: noCounts(),
    };
    // Put in anew: the map's order is that of the last use.
    lists.delete(key);
    lists.set(key, list);
    const [oldest] = lists.keys();
    if (lists.size > maxLists && oldest !== undefined) lists.delete(oldest);
    return list;
  }

  const matches = ({ compiled, context }: MatchList, position: number): boolean => {
    const row = rows.at(position);
    return row !== null && matchFilter(compiled, row, context);
  };

  function upToDate(filter: RowFilter): MatchList {
    const list = listOf(filter);
    for (const length = rows.length(); list.seen < length; list.seen += 1)
      if (matches(list, list.seen)) list.positions.push(list.seen);
    return list;
  }

  /** Puts a row where it belongs in a list, or takes it away; true where it was not so before. */
  function reviseOne(list: MatchList, position: number): boolean {
    const index = lowerBound(list.positions, position);
    const isListed = list.positions[index] === position;
    const isMatch = matches(list, position);
    if (isMatch && !isListed) list.positions.splice(index, 0, position);
    if (!isMatch && isListed) list.positions.splice(index, 1);
    return isMatch !== isListed;
  }

  return {
    of(filter) {
      const { positions, compiled } = upToDate(filter);
      return { positions, usesNotes: compiled.usesNotes };
    },
    facetsOf(filter) {
      const { positions, counted } = upToDate(filter);
      for (; counted.upTo < positions.length; counted.upTo += 1) {
        const row = rows.at(positions[counted.upTo] ?? -1);
        if (row === null) continue;
        counted.sources[row.source ?? sourceOf(row)] += 1;
        for (const result of resultsOf(row)) counted.results[result] += 1;
      }
      return { sources: { ...counted.sources }, results: { ...counted.results } };
    },
    revise(changed) {
      let isMoved = false;
      if (changed.length === 0) return isMoved;
      for (const list of lists.values()) {
        list.counted = noCounts();
        for (const position of changed) if (position < list.seen && reviseOne(list, position)) isMoved = true;
      }
      return isMoved;
    },
    follow(change) {
      if (change.isShift) for (const list of lists.values()) shift(list, change);
    },
    forgetNoted() {
      for (const [key, { compiled }] of lists) if (compiled.usesNotes) lists.delete(key);
    },
  };
}

function compiledOf(text: string): CompiledFilter {
  const parsed = parseFilter(text);
  if ('error' in parsed) throw new Error(`A filter came unchecked: ${parsed.error.message}`);
  return compileFilter(parsed.filter);
}

function shift(list: MatchList, { kept, gone, moved }: RowsChange): void {
  const from = kept + gone;
  list.positions = list.positions.flatMap((position) => {
    if (position < kept) return position;
    return position >= from && position < from + moved ? position - gone : [];
  });
  list.counted = noCounts();
  if (list.seen > kept) list.seen = kept + Math.max(0, Math.min(moved, list.seen - from));
}

const noCounts = (): Counted => ({
  upTo: 0,
  sources: Object.fromEntries(trafficSources.map((source) => [source, 0])) as Record<TrafficSource, number>,
  results: Object.fromEntries(exchangeResults.map((result) => [result, 0])) as Record<ExchangeResult, number>,
});

function resultsOf(row: FilterRow): readonly ExchangeResult[] {
  const hundreds = `${Math.floor((row.status ?? 0) / 100)}xx`;
  return exchangeResults.filter((result) => (result === 'refused' ? isRefusal(row) : result === hundreds));
}

/** The index of the first number of an ascending list that is not below `wanted`. */
export function lowerBound(ascending: readonly number[], wanted: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
