import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DateReading, Ingested, Mapping, PlatformAgreement } from '#shared/consents/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { dataFiles } from './data-files.ts';

/** The data kept of a source beside its rows, which a result file repeats. */
export interface IngestedFile extends Ingested {
  /** The records above the first row, header included, without what a result file added. */
  readonly head: readonly (readonly string[])[];
  /** True if the file begins with a byte order mark. */
  readonly hasMark: boolean;
}

/** The data by which a plan was made, and from which sentences about its rows are made. */
export interface PlanContext {
  readonly mapping: Mapping;
  readonly dates: DateReading | null;
  readonly agreements: readonly PlatformAgreement[];
  readonly likeKeys: Readonly<Record<string, string>>;
}

/** Reads the results of reading the file. @throws import.source-missing if it was not read */
export async function readIngested(directory: string): Promise<IngestedFile> {
  const text = await readFile(join(directory, dataFiles.ingested), 'utf8').catch((cause: unknown) => {
    throw new GatehouseError('import.source-missing', 'The rows of this import do not exist.', {
      cause,
      fix: 'Read the file of the import again.',
    });
  });
  return JSON.parse(text) as IngestedFile;
}

/** Reads what the plan was made by; null where there is none. */
export async function readPlanContext(directory: string): Promise<PlanContext | null> {
  const text = await readFile(join(directory, dataFiles.planContext), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as PlanContext);
}

/** Reads the records of the plan, two words a row; null where there is none. */
export async function readRecords(directory: string): Promise<Uint32Array | null> {
  const bytes = await readFile(join(directory, dataFiles.outcomes)).catch(() => null);
  return bytes === null ? null : new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
}

/** Writes a file whole: whoever reads it meanwhile has the former one. */
export async function replaceFile(path: string, content: Parameters<typeof writeFile>[1]): Promise<void> {
  await writeFile(`${path}.new`, content, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Rows of an import, by their numbers. */
export interface RowFile {
  /** The cells of a row that is there, counted from 1. */
  cells(row: number): Promise<readonly string[]>;
  close(): Promise<void>;
}

const offsetBytes = 8;

/** Opens the rows of an import. */
export async function openRows(directory: string): Promise<RowFile> {
  const rows = await open(join(directory, dataFiles.rows), 'r');
  const index = await open(join(directory, dataFiles.rowIndex), 'r');
  const { size } = await rows.stat();
  return {
    async cells(row) {
      const offsets = Buffer.alloc(offsetBytes * 2);
      const { bytesRead } = await index.read(offsets, 0, offsets.length, (row - 1) * offsetBytes);
      const begin = offsets.readDoubleLE(0);
      const end = bytesRead < offsets.length ? size : offsets.readDoubleLE(offsetBytes);
      const line = Buffer.alloc(end - begin);
      await rows.read(line, 0, line.length, begin);
      return JSON.parse(line.toString()) as readonly string[];
    },
    async close() {
      await Promise.all([rows.close(), index.close()]);
    },
  };
}

/** Says that a mapping does not fit the file. */
export function columnsMissing(missing: readonly string[], columns: readonly string[]): GatehouseError {
  return new GatehouseError(
    'import.column-missing',
    `The file has no column ${missing.map((name) => `“${name}”`).join(', ')}.`,
    {
      cause: new Error(`The columns are ${columns.map((name) => `“${name}”`).join(', ')}.`),
      fix: 'Map the columns again, or choose another header row.',
    },
  );
}
