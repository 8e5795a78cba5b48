import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  createOverlay,
  isLeftOver,
  outcomeOf,
  type RowResult,
  resultCells,
  resultColumns,
  rowMessage,
  sourceFormats,
  writtenReading,
} from '#shared/consents/index.ts';
import { createRecordWriter, guardFormula } from '#shared/sheets/cells.ts';
import { dataFiles } from './data-files.ts';
import { type IngestedFile, readIngested, readPlanContext, readRecords } from './directory.ts';
import { createEncodedWriter } from './encoded-writer.ts';
import { eachLine } from './lines.ts';
import { readPlaces } from './row-places.ts';
import { winnerOf } from './rows.ts';
import { openSettlements } from './settlements.ts';
import type { TaskContext, TaskInput, TaskOutput } from './tasks.ts';

/**
 * Writes the file that says what became of each row: the columns of the source, in their order and with their text,
 * and what is known of the row. The one of errors holds the rows that have to be done again, with the corrections in
 * force. Both are read by the settings of the source, which leave out what was added; of a workbook as plain CSV.
 */
export async function result(
  { directory, job, what, settlements, target }: TaskInput<'result'>,
  context: TaskContext,
): Promise<TaskOutput<'result'>> {
  const ingested = await readIngested(directory);
  const rowResult = await createRowResults(directory, ingested, settlements, context);
  const { columns, head } = ingested;
  const { encoding, delimiter, quote } = writtenReading(job.reading);
  const record = createRecordWriter(delimiter, quote);
  const overlay = createOverlay(job.fixes, columns);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const isSheet = job.reading !== null && !sourceFormats[job.reading.kind].isText;
  // People open the rows of a workbook in a spreadsheet, which reads a file without a byte order mark as windows-1252.
  const writer = createEncodedWriter(target, encoding, ingested.hasMark || isSheet);
  const write = (cells: readonly string[]) => writer.write(record(cells.map(guardFormula)));
  try {
    head.forEach((cells, index) =>
      write(index === head.length - 1 ? joined(cells, columns.length, resultColumns) : cells),
    );
    await eachLine(join(directory, dataFiles.rows), context, (value, index) => {
      const original = value as readonly string[];
      const row = index + 1;
      const cells = overlay.cells(row, original);
      const known = rowResult.of(row, cells);
      if (what === 'result') write(joined(original, columns.length, resultCells(known)));
      else if (isLeftOver(known, rowResult.wasLoaded))
        write(joined(cells, columns.length, resultCells(known)));
    });
  } finally {
    rowResult.close();
    writer.close();
  }
  return { sizeBytes: (await stat(target)).size };
}

/**
 * Joins a row: added cells go behind the last column, even if a row has more cells than there are columns.
 */
function joined(cells: readonly string[], width: number, added: readonly string[]): readonly string[] {
  const padding = Array.from({ length: Math.max(0, width - cells.length) }, () => '');
  return [...cells.slice(0, width), ...padding, ...added, ...cells.slice(width)];
}

/** Collects the results of each row, from the plan and from its settlements. */
async function createRowResults(
  directory: string,
  { columns, rows, head }: IngestedFile,
  file: string,
  { signal }: TaskContext,
) {
  const [records, plan] = await Promise.all([readRecords(directory), readPlanContext(directory)]);
  const settlements = await openSettlements(file, rows, { signal, onProgress: () => {} });
  const placeOf = await readPlaces(directory, head.length);
  const context = plan === null ? null : { ...plan, columns };
  return {
    wasLoaded: settlements.size > 0,
    of(row: number, cells: readonly string[]): RowResult {
      const outcome = records === null ? null : outcomeOf(records[(row - 1) * 2] ?? 0);
      const settlement = settlements.of(row);
      const isSilent = settlement !== null || outcome === null || context === null;
      return {
        outcome,
        settlement,
        message: isSilent ? '' : rowMessage(outcome, cells, winnerOf(records, row, placeOf), context).message,
      };
    },
    close: () => settlements.close(),
  };
}
