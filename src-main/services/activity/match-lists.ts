import type { StoredSummary } from '#main/platform/exchange-summary.ts';
import {
  type CompiledFilter,
  compileFilter,
  type FilterContext,
  matchFilter,
  parseFilter,
} from '#shared/exchange/filter/index.ts';
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
}

export interface Matches {
  /** Positions of the rows that match, in order; null: all rows. */
  readonly positions: readonly number[] | null;
  readonly usesNotes: boolean;
}

/** Which rows match the filters that were asked for last. */
export interface MatchLists {
  /** Looks at the rows that came since the filter was asked for the last time. */
  of(filter: RowFilter): Matches;
  /** Follows a change of the rows. */
  follow(change: RowsChange): void;
  /** Drops what depends on notes. */
  forgetNoted(): void;
}

/** Creates the lists over growing rows, and over the notes on them. */
export function createMatchLists(
  rows: readonly StoredSummary[],
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
    };
    // Put in anew: the map's order is that of the last use.
    lists.delete(key);
    lists.set(key, list);
    const [oldest] = lists.keys();
    if (lists.size > maxLists && oldest !== undefined) lists.delete(oldest);
    return list;
  }

  return {
    of(filter) {
      const list = listOf(filter);
      const { compiled, context } = list;
      if (compiled.isEverything) return { positions: null, usesNotes: false };
      for (; list.seen < rows.length; list.seen += 1) {
        const row = rows[list.seen];
        if (row !== undefined && matchFilter(compiled, row, context)) list.positions.push(list.seen);
      }
      return { positions: list.positions, usesNotes: compiled.usesNotes };
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
  if (list.seen > kept) list.seen = kept + Math.max(0, Math.min(moved, list.seen - from));
}
