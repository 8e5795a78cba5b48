import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import type { ActivityRow } from '#shared/api/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { activityPath } from '../../workbench/addresses.ts';
import { useTab } from '../../workbench/tab-context.tsx';
import { defaultFilter } from './chips.ts';
import { filterError } from './filter-bar.tsx';
import { type GridSelection, moveTo, noSelection, selectedRange } from './selection.ts';
import { type ActivityActs, useActs } from './use-acts.ts';
import { type Rows, useRows } from './use-rows.ts';

/** The last filter that can be read: one that is being typed leaves the list as it is. */
function useSoundFilter(typed: string): string {
  const [sound, setSound] = useState(typed);
  if (typed !== sound && filterError(typed) === null) setSound(typed);
  return useDeferredValue(sound);
}

function idsOf(rows: Rows, selection: GridSelection): readonly string[] {
  const range = selectedRange(selection);
  if (range === null) return [];
  return Array.from(
    { length: range.to - range.from + 1 },
    (_, offset) => rows.rowAt(range.from + offset)?.id,
  ).filter((id) => id !== undefined);
}

interface Located {
  readonly filter: string;
  readonly exchangeId: string | null;
  readonly generation: number;
  readonly matching: number;
}

/**
 * Finds the exchange of the address again when the filter changes or positions move. One that is not in the list yet,
 * such as a request that was just sent again, is looked for each time that rows come.
 */
function useLocated(
  { filter, exchangeId, generation, matching }: Located,
  onFound: (index: number) => void,
): void {
  const { client } = useApi();
  const found = useEffectEvent(onFound);
  const [missingId, setMissingId] = useState<string | null>(null);
  const isMissing = missingId !== null && missingId === exchangeId;
  // Positions move with the generation; where the exchange is missing, each row that comes may be the one.
  const version = isMissing ? `${generation} ${matching}` : String(generation);
  useEffect(() => {
    if (exchangeId === null || version.startsWith('-')) return;
    let isCurrent = true;
    client.activity.locate({ filter, id: exchangeId }).then(
      ({ index }) => {
        if (!isCurrent) return;
        setMissingId(index === null ? exchangeId : null);
        if (index !== null) found(index);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [client, filter, exchangeId, version]);
}

/** True for the row of a record, whichever end of the exchange it was taken at. */
function isOf({ id, peer }: ActivityRow, recordId: string | null): boolean {
  return id === recordId || peer?.id === recordId;
}

/** The log state held in the address: the filter and the chosen exchange. */
function useActivityAddress() {
  const { address, navigate } = useTab();
  const typed = address?.query.get('filter') ?? defaultFilter;
  const exchangeId = address?.query.get('x') ?? null;
  const go = (filter: string, id: string | null) =>
    navigate(
      activityPath({
        ...(filter === defaultFilter ? {} : { filter }),
        ...(id === null ? {} : { exchangeId: id }),
      }),
    );
  return { typed, exchangeId, go };
}

export interface ActivityState {
  readonly typed: string;
  readonly setFilter: (filter: string) => void;
  readonly rows: Rows;
  readonly selection: GridSelection;
  readonly move: (to: number, extendsSelection: boolean) => void;
  readonly exchangeId: string | null;
  /** The row of the chosen exchange, where it is at hand. */
  readonly row: ActivityRow | undefined;
  /** The row of a record, where it is among those at hand. */
  readonly rowOf: (id: string) => ActivityRow | undefined;
  readonly select: (id: string) => void;
  readonly selectedIds: readonly string[];
  /** The two exchanges that a comparison would show: the selected, else the last two that were chosen. */
  readonly pair: readonly [left: string, right: string] | null;
  readonly isFollowing: boolean;
  readonly setFollowing: (isFollowing: boolean) => void;
  /** Rows that came since the person stopped following. */
  readonly fresh: number;
  readonly acts: ActivityActs;
}

/** The state of the log: its rows, the selection, and the possible actions. */
export function useActivity(): ActivityState {
  const { typed, exchangeId, go } = useActivityAddress();
  const filter = useSoundFilter(typed);
  const rows = useRows(filter);
  const { matching, generation } = rows.window;
  const [selection, setSelection] = useState(noSelection);
  const [previousId, setPreviousId] = useState<string | null>(null);
  const [follow, setFollow] = useState({ isOn: exchangeId === null, seen: 0 });
  const setFollowing = (isOn: boolean) => setFollow({ isOn, seen: matching });
  const select = (id: string) => {
    if (id === exchangeId) return;
    setPreviousId(exchangeId);
    setFollowing(false);
    go(typed, id);
  };
  const selectNewest = (id: string) => {
    setPreviousId(exchangeId);
    setFollowing(true);
    go(typed, id);
  };
  useLocated({ filter, exchangeId, generation, matching }, (index) =>
    // A selection that was extended from the exchange before the answer arrived is kept.
    setSelection((before) =>
      before.cursor === index || before.anchor === index ? before : moveTo(before, index, false),
    ),
  );
  const chosen = rows.rowAt(selection.cursor);
  const selectedIds = idsOf(rows, selection);
  const [first, second] = selectedIds.length === 2 ? selectedIds : [previousId, exchangeId];
  return {
    typed,
    setFilter: (next) => go(next, exchangeId),
    rows,
    selection,
    move(to, extendsSelection) {
      setSelection((before) => moveTo(before, to, extendsSelection));
      const target = rows.rowAt(to);
      if (target === undefined || extendsSelection) setFollowing(false);
      else select(target.id);
    },
    exchangeId,
    row: chosen !== undefined && isOf(chosen, exchangeId) ? chosen : undefined,
    rowOf: rows.rowOf,
    select,
    selectedIds,
    pair: typeof first === 'string' && typeof second === 'string' ? [first, second] : null,
    isFollowing: follow.isOn,
    setFollowing,
    fresh: follow.isOn ? 0 : Math.max(0, matching - follow.seen),
    acts: useActs(rows, selectNewest),
  };
}
