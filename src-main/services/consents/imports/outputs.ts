import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { bytesAt } from '#main/platform/bytes-at.ts';
import type { RowSettlement } from '#shared/consents/index.ts';
import { type ImportOutput, importFiles } from '#shared/exports/index.ts';
import { journalEntries } from '../journal/journal.ts';
import { dataPath } from './import-folder.ts';
import type { OpenImport } from './open-import.ts';
import type { ImportPorts } from './ports.ts';
import { reportOf } from './report.ts';
import { reportHtml } from './report-html.ts';
import { serviceFiles } from './status.ts';

const pieceBytes = 1_048_576;

type Writer = (ports: ImportPorts, open: OpenImport, target: string) => Promise<void>;

function writeJson(target: string, value: unknown): void {
  writeFileSync(target, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
}

const writers: Readonly<Record<ImportOutput, Writer>> = {
  result: (ports, open, target) => writeRows(ports, open, 'result', target),
  errors: (ports, open, target) => writeRows(ports, open, 'errors', target),
  async 'report-html'(ports, open, target) {
    writeFileSync(target, reportHtml(await reportOf(ports, open)), { mode: 0o600 });
  },
  async 'report-json'(ports, open, target) {
    writeJson(target, await reportOf(ports, open));
  },
  async job(_ports, { job }, target) {
    writeJson(target, job);
  },
};

/** Writes what an import gives out; returns the path. */
export async function writeOutput(ports: ImportPorts, open: OpenImport, what: ImportOutput): Promise<string> {
  const { folder, job } = open;
  const directory = dataPath(folder, serviceFiles.output);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { suffix, endings } = importFiles[what];
  const target = join(directory, `${stemOf(job.source.name)}${suffix}.${endings[0]}`);
  await writers[what](ports, open, target);
  return target;
}

async function writeRows(
  { worker }: ImportPorts,
  open: OpenImport,
  what: 'result' | 'errors',
  target: string,
): Promise<void> {
  const { folder, job } = open;
  open.requireRows('Writing the results');
  const { ledger } = await open.journal();
  const settlements = dataPath(folder, serviceFiles.settlements);
  await pipeline(
    settlementLines(dataPath(folder, serviceFiles.journal), open.isWorking ? [] : ledger.open.keys()),
    createWriteStream(settlements, { mode: 0o600 }),
  );
  await worker.result({ directory: folder.directory, job, what, settlements, target });
}

async function* settlementLines(journal: string, openRows: Iterable<number>): AsyncGenerator<string> {
  for await (const entry of journalEntries(journal))
    if (entry.kind === 'done' || entry.kind === 'undone') yield `${JSON.stringify(entry.settlement)}\n`;
  for (const row of openRows) yield `${JSON.stringify(unknownSettlement(row))}\n`;
}

/** Returns the settlement of a row that was sent and has no answer. */
function unknownSettlement(row: number): RowSettlement {
  return {
    row,
    status: 'unknown',
    httpStatus: null,
    code: '',
    errorId: '',
    message: 'The row was sent, but the result is unknown.',
    userId: '',
    revisionId: '',
    sentAtMillis: null,
    attempts: 1,
    exchangeId: null,
  };
}

/** The name of a file without its ending, as far as every disk takes it: a job file may say anything. */
function stemOf(name: string): string {
  const stem = basename(name.replaceAll('\\', '/'), extname(name)).replace(/[^\p{L}\p{N}._ ()-]/gu, '_');
  return stem.slice(0, 60) || 'import';
}

/** A piece of a file that was written. */
export async function readPiece(path: string, offset: number) {
  const { bytes, sizeBytes } = await bytesAt(path, offset, pieceBytes);
  return { fileName: basename(path), base64: bytes.toString('base64'), sizeBytes };
}
