import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import type { RowRange } from '#renderer/ui/use-visible-rows.ts';
import type { ImportRow } from '#shared/consents/index.ts';

/** Rows that are fetched together. */
export const pageRows = 200;
/** How long a page is kept that is no longer in view, in milliseconds. */
const keptMillis = 30_000;

/** The filters for rows. */
export type RowFilter =
  | 'all'
  | 'problems'
  | 'failed'
  | NonNullable<ImportRow['outcome']>
  | ImportRow['flags'][number];

/** The first rows of the pages that hold a range. */
export function pagesOf({ from, to }: RowRange): readonly number[] {
  const first = Math.floor(Math.max(0, from) / pageRows);
  const last = Math.floor(Math.max(0, to) / pageRows);
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * pageRows);
}

export interface RowPages {
  readonly total: number;
  readonly isKnown: boolean;
  readonly rowAt: (index: number) => ImportRow | undefined;
  readonly onShown: (range: RowRange) => void;
  readonly error: Error | null;
}

/**
 * Rows of an import in windows: only visible ones are fetched, whatever the size of the file. `revision`
 * changes with the sources of the rows.
 */
export function useRowPages(id: string, filter: RowFilter, revision: string): RowPages {
  const { orpc } = useApi();
  const [range, setRange] = useState<RowRange>({ from: 0, to: 0 });
  const [known, setKnown] = useState({ filter, total: 0, isKnown: false });
  const pages = useQueries({
    queries: pagesOf(range).map((offset) => {
      const input = { id, filter, offset, limit: pageRows };
      const options = orpc.imports.rows.queryOptions({ input });
      return { ...options, queryKey: [...options.queryKey, revision], gcTime: keptMillis };
    }),
  });
  const total = pages.find(({ data }) => data !== undefined)?.data?.total;
  if (total !== undefined && (known.total !== total || known.filter !== filter || !known.isKnown))
    setKnown({ filter, total, isKnown: true });
  else if (known.filter !== filter) setKnown({ filter, total: 0, isKnown: false });
  const first = pagesOf(range)[0] ?? 0;
  return {
    total: known.filter === filter ? known.total : 0,
    isKnown: known.isKnown && known.filter === filter,
    rowAt: (index) => {
      const page = Math.floor((index - first) / pageRows);
      return pages[page]?.data?.rows[index % pageRows];
    },
    onShown: ({ from, to }) => {
      if (from !== range.from || to !== range.to) setRange({ from, to });
    },
    error: pages.find(({ error }) => error !== null)?.error ?? null,
  };
}
