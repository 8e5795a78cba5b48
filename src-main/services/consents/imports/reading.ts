import { createReadStream, existsSync, mkdirSync, statSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Reading, Resolution, UserAttribute } from '#shared/consents/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { createPatientAsk } from '../loading/retrying-request.ts';
import { findUsersByKey, readAgreements } from '../platform-client/lookups.ts';
import { dataFiles } from '../working/index.ts';
import { dataPath, sourcePath, writeJson } from './import-folder.ts';
import type { OpenImport } from './open-import.ts';
import type { ImportPorts } from './ports.ts';
import { readResolution, serviceFiles } from './status.ts';
import { withTarget } from './targets.ts';

const pieceCharacters = 1_000_000;

/** How long work tells how far it is. */
export type Progress = (update: {
  readonly done: number;
  readonly total?: number | null;
  readonly note?: string;
}) => void;

/** Reads the whole file of an import. */
export async function readWhole(
  { worker }: ImportPorts,
  open: OpenImport,
  reading: Reading,
  signal: AbortSignal,
  progress: Progress,
): Promise<number> {
  const { folder, job } = open;
  mkdirSync(folder.directory, { recursive: true, mode: 0o700 });
  open.ingested = null;
  const ingested = await worker.ingest(
    { file: sourcePath(folder, job), reading, directory: folder.directory },
    { signal, onProgress: (done, total) => progress({ done, total }) },
  );
  open.ingested = ingested;
  const { sha256, sizeBytes, rows } = ingested;
  open.save({ reading, source: { ...job.source, sha256, sizeBytes }, plan: null });
  open.note({ state: 'editing', problem: null, lookedUp: null });
  return rows;
}

/**
 * Looks up at the target what the rows name, and plans. Without `isFull` only users are looked up that were not yet.
 * @throws import.not-now, import.target-refused, import.target-failed
 */
export async function matchAndPlan(
  ports: ImportPorts,
  open: OpenImport,
  isFull: boolean,
  signal: AbortSignal,
  progress: Progress,
): Promise<void> {
  const { folder } = open;
  const { mapping, dates, fixes } = open.job;
  if (mapping === null)
    throw new GatehouseError('import.not-now', 'The columns are not mapped yet.', {
      fix: 'Map the columns first.',
    });
  requireUnchanged(open);
  const nowMillis = ports.clock.nowMillis();
  const directory = folder.directory;
  progress({ done: 0, note: 'Checking the rows' });
  await ports.worker.survey({ directory, mapping, dates, fixes, nowMillis }, { signal });
  const known = { target: open.job.target ?? '', by: mapping.user.by };
  const { lookedUp } = open.status;
  const isSame = lookedUp?.target === known.target && lookedUp.by === known.by;
  const resolution = await lookUp(
    ports,
    open,
    { isFull: isFull || !isSame, by: mapping.user.by },
    signal,
    progress,
  );
  open.note({ lookedUp: known });
  progress({ done: 0, note: 'Planning' });
  const planned = await ports.worker.plan(
    { directory, job: open.job, resolution, nowMillis },
    { signal, onProgress: (done, total) => progress({ done, total, note: 'Planning' }) },
  );
  const { resolvedAtMillis, environmentId } = resolution;
  open.matches = { ...planned.matches, resolvedAtMillis, environmentId };
  writeJson(dataPath(folder, serviceFiles.matches), open.matches);
  open.save({ plan: planned.summary });
  open.note({ state: 'ready', problem: null, rehearsal: null });
}

/** Checks that the file is still the one that was read. @throws import.not-now */
function requireUnchanged({ folder, job }: OpenImport): void {
  const path = sourcePath(folder, job);
  if (existsSync(path) && statSync(path).size === job.source.sizeBytes) return;
  throw new GatehouseError(
    'import.not-now',
    `${job.source.name} is missing or has changed since it was read.`,
    {
      fix: 'Read the file again.',
      location: { file: path },
    },
  );
}

async function lookUp(
  ports: ImportPorts,
  open: OpenImport,
  { isFull, by }: { readonly isFull: boolean; readonly by: UserAttribute },
  signal: AbortSignal,
  progress: Progress,
): Promise<Resolution> {
  const { folder } = open;
  const users = dataPath(folder, dataFiles.users);
  const former = isFull ? null : readResolution(folder);
  const known = former === null ? new Set<string>() : await keysOf(users);
  const keys = await wantedKeys(open, known);
  if (former !== null && keys.size === 0) return former;
  return withTarget(ports, open, async ({ client, reads, target }) => {
    const lookup = { client, ask: createPatientAsk(reads, signal), signal };
    progress({ done: 0, total: keys.size, note: `Looking up agreements at ${target.view.displayName}` });
    const resolution: Resolution = {
      environmentId: target.profile.environmentId,
      resolvedAtMillis: ports.clock.nowMillis(),
      userAttribute: by,
      agreements: former?.agreements ?? (await readAgreements(lookup)),
    };
    const note = `Looking up users at ${target.view.displayName}`;
    const found = await findUsersByKey(lookup, keys, by, (done, total) => progress({ done, total, note }));
    if (former === null) await writeFile(users, '', { mode: 0o600 });
    await appendLines(users, keys, (key) => JSON.stringify([key, ...(found.get(key) ?? [])]));
    writeJson(dataPath(folder, serviceFiles.resolution), resolution);
    return resolution;
  });
}

/** Keys may be a million: a piece of the file at a time is made. */
async function appendLines(path: string, keys: Iterable<string>, lineOf: (key: string) => string) {
  let piece = '';
  for (const key of keys) {
    piece += `${lineOf(key)}\n`;
    if (piece.length < pieceCharacters) continue;
    await appendFile(path, piece);
    piece = '';
  }
  await appendFile(path, piece);
}

/** Returns the keys to look up at the target: those of the rows that are not known yet. */
async function wantedKeys({ folder }: OpenImport, known: ReadonlySet<string>): Promise<Set<string>> {
  const keys = await keysOf(dataPath(folder, dataFiles.userKeys));
  for (const key of known) keys.delete(key);
  return keys;
}

async function keysOf(path: string): Promise<Set<string>> {
  const keys = new Set<string>();
  if (!existsSync(path)) return keys;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const [key] = JSON.parse(line) as readonly [string];
    keys.add(key);
  }
  return keys;
}
