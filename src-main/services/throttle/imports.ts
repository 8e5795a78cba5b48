import { join } from 'node:path';
import type { StartIsolate } from '#main/platform/isolates/index.ts';
import { sleep } from '#main/platform/timers.ts';
import type { ImportedLog, LogImportPreview, LogImportState } from '#shared/api/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { type LogReading, readingSchema } from '#shared/throttle/traffic/recipe.ts';
import type { Random } from '#shared/time/clock.ts';
import type { SimulationMessage } from './simulation-task.ts';
import { previewOf } from './stored/preview.ts';
import type { ReadTraffic } from './stored/read-logs.ts';
import { createUploads, type UploadedFile } from './stored/uploads.ts';
import { createTaskWorkers, type RunningTask } from './task-workers.ts';
import { partName, removeParts } from './traces.ts';

/** Imports that are under way; a new one beyond the limit ends the oldest. */
const maxImports = 4;
/** How often the end of a reading is looked for, in milliseconds. */
const stateEveryMillis = 50;

/** Logs that are sent piece by piece, and read by a worker into the state. */
export interface Imports {
  begin(files: readonly { readonly name: string; readonly sizeBytes: number }[]): string;
  /** Takes the next piece of a file; the bytes that came of it. @throws api.not-found, import.upload */
  take(id: string, file: number, offset: number, bytes: Buffer): Promise<number>;
  /** The looks of the files. @throws api.not-found */
  preview(id: string): Promise<LogImportPreview>;
  /** Begins to read what was sent; again with other settings. @throws api.not-found */
  read(id: string, reading: LogReading): LogImportState;
  /** Reads what was sent as it is recognised, to its end. @throws api.not-found, traffic.* */
  finish(id: string): Promise<ImportedLog>;
  /** @throws api.not-found */
  state(id: string): LogImportState;
  /** Stops reading and forgets what was sent. */
  cancel(id: string): void;
  close(): Promise<void>;
}

export interface ImportPorts {
  readonly workerUrl: URL;
  readonly start: StartIsolate;
  readonly random: Random;
  /** Where recorded requests are kept. */
  readonly directory: string;
  /** Called when a log was read: others may be forgotten. */
  readonly onStored: (id: string) => void;
}

interface Entry {
  readonly files: readonly UploadedFile[];
  state: LogImportState;
  running: RunningTask | null;
  /** The folder that is written: of each reading another one, since the one before ends when it will. */
  part: string;
}

/** Makes an empty list of imports. */
export function createImports({ workerUrl, start, random, directory, onStored }: ImportPorts): Imports {
  const entries = new Map<string, Entry>();
  const workers = createTaskWorkers(workerUrl, start);
  const uploads = createUploads(join(directory, 'sent'));
  const isUnderWay = (name: string) => [...entries.values()].some(({ part }) => part === name);
  uploads.clear();
  removeParts(directory, isUnderWay);

  function entryOf(id: string): Entry {
    const entry = entries.get(id);
    if (entry !== undefined) return entry;
    throw new GatehouseError('api.not-found', 'This import has ended.', { fix: 'Import the file again.' });
  }

  function hear(entry: Entry, running: RunningTask | null, message: SimulationMessage): void {
    // An end of a former reading says nothing of this one.
    if (running !== null && entry.running !== running) return;
    if (message.kind !== 'progress') entry.running = null;
    entry.state = stateAfter(entry.state, message);
    if (message.kind === 'imported') onStored(message.read.traffic.recorded?.id ?? '');
  }

  function cancel(id: string): void {
    const entry = entries.get(id);
    entries.delete(id);
    const running = entry?.running;
    if (entry !== undefined) entry.running = null;
    running?.stop();
    uploads.remove(id);
    removeParts(directory, isUnderWay);
  }

  return {
    begin(files) {
      const id = Buffer.from(random.bytes(12)).toString('hex');
      const oldest = entries.keys().next().value;
      if (entries.size >= maxImports && oldest !== undefined) cancel(oldest);
      entries.set(id, { files: uploads.begin(id, files), state: blank, running: null, part: '' });
      return id;
    },
    async take(id, file, offset, bytes) {
      const of = entryOf(id).files[file];
      if (of === undefined)
        throw new GatehouseError('api.not-found', 'The file is not part of this import.', {
          fix: 'Import the file again.',
        });
      return uploads.take(of, offset, bytes);
    },
    preview: (id) => previewOf(entryOf(id).files),
    read(id, reading) {
      const entry = entryOf(id);
      entry.running?.stop();
      entry.state = { ...blank, state: 'running' };
      entry.part = partName(`${id}-${Buffer.from(random.bytes(4)).toString('hex')}`);
      const task = {
        kind: 'import' as const,
        files: entry.files.map(({ path, name, sizeBytes }) => ({ path, name, sizeBytes })),
        reading,
        salt: Buffer.from(random.bytes(16)).toString('hex'),
        directory,
        part: entry.part,
      };
      const own: { running: RunningTask | null } = { running: null };
      own.running = workers.run(task, (message) => hear(entry, own.running, message));
      entry.running = own.running;
      return entry.state;
    },
    async finish(id) {
      this.read(id, readingSchema.parse({}));
      for (;;) {
        const { found, problem } = entryOf(id).state;
        if (found !== null) return found;
        if (problem !== null) throw GatehouseError.fromProblem(problem);
        await sleep(stateEveryMillis);
      }
    },
    state: (id) => entryOf(id).state,
    cancel,
    async close() {
      for (const id of entries.keys()) cancel(id);
      await workers.close();
    },
  };
}

/** The state of a reading after a message of its worker. */
function stateAfter(state: LogImportState, message: SimulationMessage): LogImportState {
  switch (message.kind) {
    case 'progress':
      return { ...state, share: message.share, requests: message.requests ?? 0 };
    case 'imported':
      return { ...state, state: 'done', share: 1, found: foundOf(message.read), problem: null };
    case 'failed':
      return { ...state, state: 'failed', problem: told(message.problem) };
    case 'results':
    case 'decisions':
    case 'counts':
    case 'groups':
      return state;
  }
}

const blank: LogImportState = { state: 'receiving', share: 0, requests: 0, problem: null, found: null };

function foundOf({ traffic, formats, facts }: ReadTraffic): ImportedLog {
  const { remarks, columns, leftOut, proposals, taken, classRequests, ...counts } = facts;
  const { trace: _, ...designed } = traffic;
  return {
    traffic: designed,
    traceId: traffic.recorded?.id ?? null,
    traceRequests: facts.requests,
    classRequests: [...classRequests],
    formats: [...formats],
    remarks: [...remarks],
    columns: [...columns],
    leftOut: [...leftOut],
    proposals: proposals.map((proposal) => ({ ...proposal, top: [...proposal.top] })),
    taken,
    skipped: counts.skipped,
    missing: counts.missing,
    isWholeSeconds: counts.isWholeSeconds,
    backwards: counts.backwards,
    answers: counts.answers,
  };
}

/** A worker that ended tells of simulations: here it read a log. */
function told(problem: Problem): Problem {
  if (problem.code !== 'api.internal') return problem;
  return {
    ...problem,
    message: 'Reading the log stopped unexpectedly.',
    fix: 'Import a smaller part of the log, or omit the query strings.',
  };
}
