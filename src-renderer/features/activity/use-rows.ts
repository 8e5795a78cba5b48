import { useRef, useState } from 'react';
import type { ActivityRow, FacetCounts } from '#shared/api/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { drawingPause } from '../../api/drawing-pause.ts';
import { useWatch } from '../../api/use-watch.ts';
import { facetFiltersOf } from './chips.ts';
import {
  changeRows,
  type Extent,
  emptyWindow,
  missingPages,
  pageRows,
  type RowWindow,
  rowAt,
  rowOf,
  takeRows,
} from './row-window.ts';

export interface Rows {
  readonly window: RowWindow;
  readonly isLoaded: boolean;
  /** Counts of the chips; null while there are none. */
  readonly counts: FacetCounts | null;
  readonly notRecorded: number;
  readonly bodiesDropped: number;
  readonly rowAt: (index: number) => ActivityRow | undefined;
  /** The row of a record, where it was fetched. */
  readonly rowOf: (id: string) => ActivityRow | undefined;
  /** Brings the rows that are shown. */
  readonly bring: (from: number, to: number) => void;
  readonly change: (change: (row: ActivityRow) => ActivityRow) => void;
}

interface Held {
  readonly filter: string;
  readonly window: RowWindow;
  readonly counts: FacetCounts | null;
  readonly notRecorded: number;
  readonly bodiesDropped: number;
}

/** A message of the stream with the filter that it answers. */
interface Told extends Extent {
  readonly filter: string;
  readonly tail: readonly ActivityRow[];
  readonly counts: FacetCounts | null;
  readonly notRecorded: number;
  readonly bodiesDropped: number;
}

const nothing = { window: emptyWindow, counts: null, notRecorded: 0, bodiesDropped: 0 } as const;

/** Returns the state held for this filter; rows of another filter are discarded, counts stand until others come. */
function heldFor(held: Held, filter: string): Held {
  return held.filter === filter ? held : { ...nothing, counts: held.counts, filter };
}

function takeTold(before: Held, { filter, tail, counts, notRecorded, bodiesDropped, ...extent }: Told): Held {
  const held = heldFor(before, filter);
  const window = takeRows(held.window, extent, extent.matching - tail.length, tail);
  return { ...held, window, counts, notRecorded, bodiesDropped };
}

/** The rows that match a filter: fetched where they are looked at, followed where they grow. */
export function useRows(filter: string): Rows {
  const { client } = useApi();
  const [lastHeld, setHeld] = useState<Held>({ ...nothing, filter });
  const asked = useRef(new Set<string>());
  const { window, counts, notRecorded, bodiesDropped } = heldFor(lastHeld, filter);
  const update = (change: (before: RowWindow) => RowWindow) =>
    setHeld((before) => {
      const held = heldFor(before, filter);
      return { ...held, window: change(held.window) };
    });

  const fetchPage = async (from: number, generation: number) => {
    const key = `${filter}\n${generation}\n${from}`;
    if (asked.current.has(key)) return;
    asked.current.add(key);
    try {
      const page = await client.activity.window({ filter, from, limit: pageRows });
      update((before) => takeRows(before, page, page.from, page.items));
    } finally {
      asked.current.delete(key);
    }
  };
  const bring = (from: number, to: number) => {
    for (const first of missingPages(window, from, to))
      void fetchPage(first, window.generation).catch(() => undefined);
  };

  useWatch({
    key: filter,
    credits: 1,
    open: (input, options) =>
      client.activity.watch({ ...input, filter, facets: facetFiltersOf(filter) }, options),
    pauseMillis: ({ tail }) => drawingPause(tail.length),
    onValue: (message) => setHeld((before) => takeTold(before, { ...message, filter })),
  });
  return {
    window,
    isLoaded: window.generation >= 0,
    counts,
    notRecorded,
    bodiesDropped,
    rowAt: (index) => rowAt(window, index),
    rowOf: (id) => rowOf(window, id),
    bring,
    change: (change) => update((before) => changeRows(before, change)),
  };
}
