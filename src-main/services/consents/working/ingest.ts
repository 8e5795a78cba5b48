import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addedColumns, type Ingested, nameColumns, type RowPlace } from '#shared/consents/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { unguardFormula } from '#shared/sheets/cells.ts';
import { readRecords } from '../reading/index.ts';
import { dataFiles } from './data-files.ts';
import { type IngestedFile, replaceFile } from './directory.ts';
import { createTextWriter } from './lines.ts';
import { createRowChecks } from './row-checks.ts';
import { createPlaces } from './row-places.ts';
import type { TaskContext, TaskInput } from './tasks.ts';

/** Rows whose offsets are written at once. */
const offsetsPerBlock = 65_536;

/**
 * Reads a whole file into the rows of an import. What was there before is replaced once the file was read to its end.
 * @throws import.source-empty, and what the readers throw
 */
export async function ingest(
  { file, reading, directory }: TaskInput<'ingest'>,
  context: TaskContext,
): Promise<Ingested> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const at = (name: string) => join(directory, name);
  const rowsFile = createTextWriter(at(`${dataFiles.rows}.new`));
  const offsets = createOffsets();
  const places = createPlaces();
  const head: (readonly string[])[] = [];
  const headRecords = reading.headerRow ?? 0;
  let checks = createRowChecks([], null);
  let added: ReadonlySet<number> = new Set();
  let columns: readonly string[] = [];
  let rows = 0;
  let offset = 0;

  function begin(width: number): void {
    const header = reading.headerRow === null ? null : (head.at(-1) ?? null);
    added = addedColumns(header);
    const own = header === null ? null : ownCells(header);
    if (own !== null) head[head.length - 1] = own;
    columns = nameColumns(own, width);
    checks = createRowChecks(columns, own);
  }

  function take(record: readonly string[], number: number, place: RowPlace): void {
    if (number <= headRecords) {
      head.push(record);
      if (number === headRecords) begin(record.length);
      return;
    }
    if (number === 1) begin(record.length);
    const cells = ownCells(record);
    rows += 1;
    checks.take(place, cells);
    places.add(place);
    offsets.add(offset);
    offset += rowsFile.write(`${JSON.stringify(cells)}\n`);
  }

  /** Cells that a result file added to its source, and its apostrophes, are taken off again. */
  function ownCells(record: readonly string[]): readonly string[] {
    return added.size === 0 ? record : record.filter((_, index) => !added.has(index)).map(unguardFormula);
  }

  try {
    const { hasMark, ...facts } = await readRecords(file, reading, context, take).finally(() =>
      rowsFile.close(),
    );
    if (rows === 0) throw sourceEmpty(facts.sizeBytes);
    const ingested: Ingested = { ...facts, rows, columns, ...checks.found() };
    // Results made of other rows say nothing of these.
    const former = [dataFiles.outcomes, dataFiles.plan, dataFiles.planContext, dataFiles.userKeys];
    // First to go and last to come: with it rows and index are of one reading, wherever a crash ends this.
    await rm(at(dataFiles.ingested), { force: true });
    await Promise.all(former.map((name) => rm(at(name), { force: true })));
    await replaceFile(at(dataFiles.rowIndex), offsets.blocks());
    await replaceFile(at(dataFiles.rowPlaces), places.blocks());
    await rename(at(`${dataFiles.rows}.new`), at(dataFiles.rows));
    await replaceFile(
      at(dataFiles.ingested),
      JSON.stringify({ ...ingested, head, hasMark } satisfies IngestedFile),
    );
    return ingested;
  } catch (error) {
    await rm(at(`${dataFiles.rows}.new`), { force: true });
    throw error;
  }
}

/** Collects the places at which rows begin. */
function createOffsets() {
  const full: Float64Array[] = [];
  let block = new Float64Array(offsetsPerBlock);
  let used = 0;
  return {
    add(offset: number) {
      if (used === block.length) {
        full.push(block);
        block = new Float64Array(offsetsPerBlock);
        used = 0;
      }
      block[used] = offset;
      used += 1;
    },
    *blocks(): Iterable<Uint8Array> {
      for (const each of [...full, block.subarray(0, used)])
        yield new Uint8Array(each.buffer, each.byteOffset, each.byteLength);
    },
  };
}

function sourceEmpty(sizeBytes: number): GatehouseError {
  return new GatehouseError('import.source-empty', 'The file has no rows.', {
    cause: new Error(
      sizeBytes === 0
        ? 'The file has 0 bytes.'
        : 'The file has no rows below its header, or the header row is past its end.',
    ),
    fix: 'Choose another file or sheet, or an earlier header row.',
  });
}
