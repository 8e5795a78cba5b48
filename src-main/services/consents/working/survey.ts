import { join } from 'node:path';
import {
  createDateSurvey,
  createOverlay,
  isEmptyRow,
  locateColumns,
  type Survey,
  type ValueCount,
} from '#shared/consents/index.ts';
import { dataFiles } from './data-files.ts';
import { columnsMissing, readIngested } from './directory.ts';
import { createIntList } from './int-list.ts';
import { createKeyTable } from './key-table.ts';
import { createTextWriter, eachLine } from './lines.ts';
import { readPlaces } from './row-places.ts';
import type { TaskContext, TaskInput } from './tasks.ts';

const maxValues = 1_000;
/** Different values of a column that are counted: of agreements and languages there are few. */
const maxCounted = 100_000;
const maxExamples = 5;

/**
 * Looks at all rows: who is to be looked for at the target, and what agreements, languages and times there are.
 * @throws import.column-missing
 */
export async function survey(
  { directory, mapping, dates, fixes, nowMillis }: TaskInput<'survey'>,
  context: TaskContext,
): Promise<Survey> {
  const { columns, rows, head } = await readIngested(directory);
  const placeOf = await readPlaces(directory, head.length);
  const places = locateColumns(mapping, columns);
  if (places.missing.length > 0) throw columnsMissing(places.missing, columns);
  const overlay = createOverlay(fixes, columns);
  const users = createUserCounts();
  const agreements = createCounts();
  const languages = createCounts();
  const times = places.consentedAt === null ? null : createDateSurvey(dates, nowMillis);
  const cell = (row: number, cells: readonly string[], column: number) =>
    overlay.cell(row, column, cells[column] ?? '').trim();

  await eachLine(join(directory, dataFiles.rows), context, (value, index) => {
    const cells = value as readonly string[];
    const row = index + 1;
    if (overlay.excludedRows.has(row)) return;
    if (isEmptyRow(cells) && isEmptyRow(overlay.cells(row, cells))) return;
    users.add(cell(row, cells, places.user));
    if (places.agreement !== null) agreements.add(cell(row, cells, places.agreement));
    if (places.language !== null) languages.add(cell(row, cells, places.language));
    if (places.consentedAt !== null) times?.add(placeOf(row).row, cell(row, cells, places.consentedAt));
  });

  const pairs = mapping.user.through?.pairs ?? null;
  users.write(join(directory, dataFiles.userKeys), (key) => {
    if (overlay.pickedUsers.has(key)) return null;
    if (pairs === null) return key;
    return Object.hasOwn(pairs, key) ? (pairs[key] ?? null) : null;
  });
  const userSurvey = users.summary();
  users.free();
  return {
    rows,
    users: userSurvey,
    agreements: agreements.list(),
    languages: languages.list(),
    dates: times?.end() ?? null,
  };
}

function createUserCounts() {
  const keys = createKeyTable();
  const counts = createIntList();
  let empty = 0;
  return {
    add(key: string) {
      if (key === '') {
        empty += 1;
        return;
      }
      const index = keys.intern(key);
      counts.set(index, counts.get(index) + 1);
    },
    /** Writes the value to look up for each key, and nothing for keys that need no look-up. */
    write(file: string, lookUp: (key: string) => string | null): void {
      const writer = createTextWriter(file);
      for (let index = 0; index < keys.size; index += 1) {
        const wanted = lookUp(keys.text(index));
        if (wanted !== null) writer.write(`[${JSON.stringify(wanted)},${counts.get(index)}]\n`);
      }
      writer.close();
    },
    summary() {
      const examples = Array.from({ length: Math.min(maxExamples, keys.size) }, (_, index) =>
        keys.text(index),
      );
      return { distinct: keys.size, empty, examples };
    },
    free() {
      keys.free();
      counts.free();
    },
  };
}

function createCounts() {
  const counts = new Map<string, number>();
  return {
    add(value: string) {
      const known = counts.get(value);
      if (known !== undefined || counts.size < maxCounted) counts.set(value, (known ?? 0) + 1);
    },
    list: (): readonly ValueCount[] =>
      [...counts]
        .map(([value, count]) => ({ value, count }))
        .toSorted((a, b) => b.count - a.count)
        .slice(0, maxValues),
  };
}
