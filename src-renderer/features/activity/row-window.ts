import type { ActivityRow } from '#shared/api/index.ts';

/** Rows that are fetched together. */
export const pageRows = 200;
/** Pages that are kept; the longest unused go first. */
const maxPages = 60;

export interface Extent {
  readonly total: number;
  readonly matching: number;
  readonly generation: number;
}

/** Rows of the log as far as they were fetched, by their positions. Gives a new object for each change. */
export interface RowWindow extends Extent {
  readonly pages: ReadonlyMap<number, readonly (ActivityRow | undefined)[]>;
}

export const emptyWindow: RowWindow = { total: 0, matching: 0, generation: -1, pages: new Map() };

/** The row at a position; undefined while it has not been fetched. */
export function rowAt({ pages }: RowWindow, index: number): ActivityRow | undefined {
  return pages.get(Math.floor(index / pageRows))?.[index % pageRows];
}

/** The row of a record, whichever end of the exchange it was taken at; undefined while it has not been fetched. */
export function rowOf({ pages }: RowWindow, id: string): ActivityRow | undefined {
  for (const page of pages.values()) {
    const found = page.find((row) => row?.id === id || row?.peer?.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

function sameRow(left: ActivityRow | undefined, right: ActivityRow): boolean {
  return (
    left !== undefined &&
    left.id === right.id &&
    left.peer?.id === right.peer?.id &&
    left.isPinned === right.isPinned &&
    left.finding === right.finding
  );
}

function bounded(pages: Map<number, readonly (ActivityRow | undefined)[]>): typeof pages {
  for (const page of pages.keys()) {
    if (pages.size <= maxPages) break;
    pages.delete(page);
  }
  return pages;
}

/** Takes up an extent with rows from position `from` on; positions of an older generation mean other rows and are dropped. */
export function takeRows(
  before: RowWindow,
  extent: Extent,
  from: number,
  rows: readonly ActivityRow[],
): RowWindow {
  if (extent.generation < before.generation) return before;
  const pages = new Map(extent.generation === before.generation ? before.pages : []);
  const touched = new Map<number, (ActivityRow | undefined)[]>();
  for (const [offset, row] of rows.entries()) {
    const page = Math.floor((from + offset) / pageRows);
    const copy = touched.get(page) ?? [...(pages.get(page) ?? [])];
    const index = (from + offset) % pageRows;
    // A row that is the same stays the same object, so that it is not drawn again.
    if (!sameRow(copy[index], row)) copy[index] = row;
    touched.set(page, copy);
  }
  for (const [page, copy] of touched) {
    pages.delete(page);
    pages.set(page, copy);
  }
  const isNewer = extent.generation > before.generation || extent.matching >= before.matching;
  const { total, matching, generation } = isNewer ? extent : before;
  return { total, matching, generation, pages: bounded(pages) };
}

/** Adds a person's notes to the rows. */
export function changeRows(before: RowWindow, change: (row: ActivityRow) => ActivityRow): RowWindow {
  const pages = [...before.pages].map(
    ([page, rows]) => [page, rows.map((row) => (row === undefined ? undefined : change(row)))] as const,
  );
  return { ...before, pages: new Map(pages) };
}

/** The pages that have to be fetched to show the rows from `from` to `to`, by their first rows. */
export function missingPages(window: RowWindow, from: number, to: number): readonly number[] {
  const last = Math.min(to, window.matching - 1);
  const missing = new Set<number>();
  for (let index = Math.max(0, from); index <= last; index += 1)
    if (rowAt(window, index) === undefined) missing.add(Math.floor(index / pageRows) * pageRows);
  return [...missing];
}
