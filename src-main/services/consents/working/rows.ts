import {
  bitOf,
  codeOf,
  createOverlay,
  flagsOf,
  type ImportRow,
  type ImportRowPage,
  outcomeOf,
  problemOutcomes,
  type RowFlag,
  rowFlags,
  rowMessage,
} from '#shared/consents/index.ts';
import { openRows, readIngested, readPlanContext, readRecords } from './directory.ts';
import { type PlaceOf, readPlaces } from './row-places.ts';
import type { RowFilter, TaskInput } from './tasks.ts';

/** Gives a page of rows as the grid shows them; how they are settled is left out. */
export async function rows({
  directory,
  fixes,
  filter,
  offset,
  limit,
  failedRows = [],
}: TaskInput<'rows'>): Promise<ImportRowPage> {
  const [ingested, records, plan] = await Promise.all([
    readIngested(directory),
    readRecords(directory),
    readPlanContext(directory),
  ]);
  const { page, total } = select(filter, { records, count: ingested.rows, failedRows }, offset, limit);
  const placeOf = await readPlaces(directory, ingested.head.length);
  const overlay = createOverlay(fixes, ingested.columns);
  const file = await openRows(directory);
  try {
    const shown: ImportRow[] = [];
    for (const row of page) {
      const original = await file.cells(row);
      const cells = overlay.cells(row, original);
      const word = records?.[(row - 1) * 2];
      const outcome = word === undefined ? null : outcomeOf(word);
      const said =
        outcome === null || plan === null
          ? { message: '', column: null, suggestion: null }
          : rowMessage(outcome, cells, winnerOf(records, row, placeOf), {
              ...plan,
              columns: ingested.columns,
            });
      shown.push({
        row,
        place: placeOf(row),
        cells,
        fixed: ingested.columns.filter((_, index) => cells[index] !== original[index]),
        outcome,
        flags: word === undefined || outcome !== 'ready' ? [] : flagsOf(word),
        ...said,
        settlement: null,
      });
    }
    return { rows: shown, total };
  } finally {
    await file.close();
  }
}

/** The row that holds instead of another, by the number of the spreadsheet. */
export function winnerOf(records: Uint32Array | null, row: number, placeOf: PlaceOf): number {
  const winner = records?.[(row - 1) * 2 + 1] ?? 0;
  return winner === 0 ? 0 : placeOf(winner).row;
}

interface Selection {
  readonly records: Uint32Array | null;
  readonly count: number;
  readonly failedRows: readonly number[];
}

/** The numbers of the rows of a page, and how many the filter lets through. */
function select(
  filter: RowFilter,
  { records, count, failedRows }: Selection,
  offset: number,
  limit: number,
): { readonly page: readonly number[]; readonly total: number } {
  if (filter === 'failed')
    return { page: failedRows.slice(offset, offset + limit), total: failedRows.length };
  if (filter === 'all') {
    const page = Array.from(
      { length: Math.max(0, Math.min(limit, count - offset)) },
      (_, at) => offset + at + 1,
    );
    return { page, total: count };
  }
  if (records === null) return { page: [], total: 0 };
  const isShown = wordFilter(filter);
  const page: number[] = [];
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    if (!isShown(records[index * 2] ?? 0)) continue;
    if (total >= offset && page.length < limit) page.push(index + 1);
    total += 1;
  }
  return { page, total };
}

function wordFilter(filter: Exclude<RowFilter, 'all' | 'failed'>): (word: number) => boolean {
  if (filter === 'problems') {
    const codes = new Set(problemOutcomes.map((outcome) => codeOf[outcome]));
    return (word) => codes.has(word & 0xff);
  }
  if (isFlag(filter)) {
    const bit = bitOf[filter] << 8;
    return (word) => (word & 0xff) === codeOf.ready && (word & bit) !== 0;
  }
  const code = codeOf[filter];
  return (word) => (word & 0xff) === code;
}

function isFlag(filter: Exclude<RowFilter, 'all' | 'failed' | 'problems'>): filter is RowFlag {
  return rowFlags.some((flag) => flag === filter);
}
