import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { syncFolder, writeSynced } from '#main/platform/durable-files.ts';
import { type ImportJob, importJobSchema } from '#shared/consents/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';

/** Location of an import: its job file, and beside it the folder of its results. */
export interface ImportFolder {
  readonly jobFile: string;
  readonly directory: string;
}

/** The place of a job file. */
export function importFolder(jobFile: string): ImportFolder {
  return { jobFile, directory: `${jobFile}.data` };
}

/** Path of a file among the data of an import. */
export function dataPath({ directory }: ImportFolder, name: string): string {
  return join(directory, name);
}

/** Tests whether an import is in the state of the workspace, and not beside the files of a person. */
export function isOwn({ directory }: { readonly directory: string }, { jobFile }: ImportFolder): boolean {
  return dirname(dirname(jobFile)) === directory;
}

/** Where a file is put that was sent for an import. */
export function sourceFolder({ jobFile }: ImportFolder): string {
  return join(dirname(jobFile), 'source');
}

/** Path of the file that is imported. */
export function sourcePath({ jobFile }: ImportFolder, job: ImportJob): string {
  return resolve(dirname(jobFile), job.source.file);
}

/** A path as written in a job file. */
export function relativeSource(jobFile: string, source: string): string {
  return relative(dirname(jobFile), source).replaceAll('\\', '/');
}

/** Reads a job file. @throws import.job-file */
export function readJob(jobFile: string): ImportJob {
  const parsed = importJobSchema.safeParse(readJson(jobFile));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new GatehouseError(
    'import.job-file',
    `${basename(jobFile)} is not a job file: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
    {
      fix: 'Create a new one with “gatehouse import plan FILE --job JOB.json”.',
      location: { file: jobFile },
    },
  );
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new GatehouseError('import.job-file', `${basename(path)} is missing or is not valid JSON.`, {
      fix: 'Check the path, and whether the file is complete.',
      location: { file: path },
      cause,
    });
  }
}

/** Writes a file of an import in whole or not at all. */
export function writeJson(path: string, value: unknown): void {
  const half = `${path}.${process.pid}.part`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  rmSync(half, { force: true });
  writeSynced(half, `${JSON.stringify(value, null, 2)}\n`, { atOpen: 0o600 });
  renameSync(half, path);
  syncFolder(dirname(path));
}

/** Reads a file of an import that may not be there yet. */
export function readData<T>(folder: ImportFolder, name: string): T | null {
  const path = dataPath(folder, name);
  return existsSync(path) ? (readJson(path) as T) : null;
}
