import { type MappingSuggestion, suggestMapping } from '#shared/consents/index.ts';
import { openRows, readIngested } from './directory.ts';
import type { TaskInput } from './tasks.ts';

/** Rows whose values are looked at. */
const sampleRows = 200;

/** Suggests which column says what, from the names of the columns and the first rows. */
export async function suggest({ directory }: TaskInput<'suggest'>): Promise<MappingSuggestion> {
  const { columns, rows } = await readIngested(directory);
  const file = await openRows(directory);
  try {
    const sample: (readonly string[])[] = [];
    for (let row = 1; row <= Math.min(rows, sampleRows); row += 1) sample.push(await file.cells(row));
    return suggestMapping(columns, sample);
  } finally {
    await file.close();
  }
}
