import type { FacetCounts, Timeline } from '#shared/api/index.ts';
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
import {
  type ExchangeResult,
  editedTag,
  exchangeResults,
  heldTag,
} from '#shared/exchange/traffic-sources.ts';
import type { RowsChange } from './exchange-rows.ts';
import { createSecondCounts, type SecondCounts } from './timeline.ts';

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
  timed: Timed;
}

interface Counted extends Omit<FacetCounts, 'timeline'> {
  upTo: number;
}

/** Arrivals of the first `upTo` positions; only of lists whose timeline was asked for. */
interface Timed {
  upTo: number;
  readonly seconds: SecondCounts;
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
  facetsOf(filter: RowFilter): Omit<FacetCounts, 'timeline'>;
  /** When those that match arrived; null if none does. */
  timelineOf(filter: RowFilter): Timeline | null;
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
      ...nothingCounted(),
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
    timelineOf(filter) {
      const { positions, timed } = upToDate(filter);
      for (; timed.upTo < positions.length; timed.upTo += 1) {
        const row = rows.at(positions[timed.upTo] ?? -1);
        if (row !== null) timed.seconds.add(row);
      }
      return timed.seconds.timeline();
    },
    revise(changed) {
      let isMoved = false;
      if (changed.length === 0) return isMoved;
      for (const list of lists.values()) {
        Object.assign(list, nothingCounted());
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
  if ('error' in parsed) throw new Error(`A filter was not validated: ${parsed.error.message}`);
  return compileFilter(parsed.filter);
}

function shift(list: MatchList, { kept, gone, moved }: RowsChange): void {
  const from = kept + gone;
  list.positions = list.positions.flatMap((position) => {
    if (position < kept) return position;
    return position >= from && position < from + moved ? position - gone : [];
  });
  Object.assign(list, nothingCounted());
  if (list.seen > kept) list.seen = kept + Math.max(0, Math.min(moved, list.seen - from));
}

const nothingCounted = (): Pick<MatchList, 'counted' | 'timed'> => ({
  counted: noCounts(),
  timed: { upTo: 0, seconds: createSecondCounts() },
});

const noCounts = (): Counted => ({
  upTo: 0,
  sources: Object.fromEntries(trafficSources.map((source) => [source, 0])) as Record<TrafficSource, number>,
  results: Object.fromEntries(exchangeResults.map((result) => [result, 0])) as Record<ExchangeResult, number>,
});

function resultsOf(row: FilterRow): readonly ExchangeResult[] {
  const hundreds = `${Math.floor((row.status ?? 0) / 100)}xx`;
  const { tags } = row;
  return exchangeResults.filter((result) => {
    if (result === 'refused') return isRefusal(row);
    if (result === 'held' || result === 'edited') return tags.length > 0 && tags.includes(tagOf[result]);
    return result === hundreds;
  });
}

const tagOf = { held: heldTag, edited: editedTag } as const;

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
