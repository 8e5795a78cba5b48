import { bytesAt } from '#main/platform/bytes-at.ts';
import { contractSourceJobKind } from '#main/platform/ports.ts';
import type { JobContext } from '#main/services/jobs/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import type { LintContext } from '../linting/lint-context.ts';
import type { LintedSource } from '../linting/lint-source.ts';
import { isTooSlow } from '../linting/lint-worker.ts';
import type { ContractPorts } from './ports.ts';
import { type SourceStore, sizeOf } from './source-store.ts';

/** Bytes of a file that are given out at once. */
const pieceBytes = 1_572_864;

export interface SourceJobInput {
  readonly sourceId: string;
  readonly name: string;
}

/** The files that were imported for the linter: taken in, masked, kept, linted. */
export interface SourceWork {
  linted(): readonly LintedSource[];
  /** Returns the findings in a source; undefined: it is not linted yet. */
  of(id: string): LintedSource | undefined;
  ready(): Promise<void>;
  create(name: string, sizeBytes: number): { readonly id: string };
  upload(id: string, offset: number, bytes: Buffer): Promise<number>;
  /** Runs the job. */
  run(context: JobContext<SourceJobInput, never>): Promise<string>;
  lint(id: string): Promise<void>;
  /** Lints all that are there anew. */
  lintAll(): Promise<void>;
  /** Also ends its import, where that goes on. */
  remove(id: string): void;
  restore(id: string): Promise<void>;
  /** Removes all, for good. */
  clear(): Promise<number>;
  read(id: string, offset: number): Promise<{ fileName: string; base64: string; sizeBytes: number }>;
}

type Ports = Pick<ContractPorts, 'worker' | 'jobs'> & { context(): LintContext; changed(): void };

/** Creates the work on imported files; earlier ones are linted again, and interrupted work continues. */
export function createSourceWork(ports: Ports, store: SourceStore): SourceWork {
  return new Sources(ports, store);
}

class Sources implements SourceWork {
  readonly #ports: Ports;
  readonly #store: SourceStore;
  readonly #linted = new Map<string, LintedSource>();
  readonly #lastLint = new Map<string, symbol>();
  /** Work on each source, one step after the other: it may be removed and restored while its import ends. */
  readonly #turns = new Map<string, Promise<unknown>>();
  /** Jobs of a removed source: their results no longer count. */
  readonly #abandoned = new Set<string>();
  readonly #first: Promise<unknown>;

  constructor(ports: Ports, store: SourceStore) {
    this.#ports = ports;
    this.#store = store;
    this.#first = Promise.allSettled(
      store.list().map(async ({ id, state, jobId }) => {
        if (state === 'ready') await this.lint(id);
        // Its job was not journalled, or was purged.
        else if (state === 'reading' && !this.#isRunning(jobId)) await this.#begin(id);
      }),
    );
  }

  linted(): readonly LintedSource[] {
    return this.#store.list().flatMap(({ id }) => this.#linted.get(id) ?? []);
  }

  of(id: string): LintedSource | undefined {
    return this.#linted.get(id);
  }

  async ready(): Promise<void> {
    await this.#first;
  }

  create(name: string, sizeBytes: number): { readonly id: string } {
    const { id } = this.#store.create(name, sizeBytes);
    return { id };
  }

  async upload(id: string, offset: number, bytes: Buffer): Promise<number> {
    const { receivedBytes, sizeBytes } = await this.#store.take(id, offset, bytes);
    if (receivedBytes === sizeBytes) await this.#begin(id);
    return receivedBytes;
  }

  async run(context: SourceJob): Promise<string> {
    const { sourceId: id } = context.input;
    const { signal } = context;
    try {
      return await this.#inTurn(id, () => this.#import(context));
    } catch (error) {
      // A removed source may be restored.
      if (this.#store.has(id) && !this.#abandoned.has(context.id) && !goesOn(signal, error)) {
        this.#store.dropSent(id);
        this.#store.note(id, { state: 'failed', problem: problemOf(signal.aborted ? stopped() : error) });
      }
      throw error;
    } finally {
      this.#ports.changed();
    }
  }

  async lint(id: string, signal?: AbortSignal): Promise<void> {
    const { worker, context, changed } = this.#ports;
    const { file, kind } = this.#store.get(id);
    const mine = Symbol(file);
    this.#lastLint.set(id, mine);
    const task = { context: context(), path: this.#store.paths(id).kept, file, kind };
    const result = await worker
      .run('lintFile', task, signal === undefined ? {} : { signal })
      .catch((error: unknown) => {
        // It would keep the linter from its work again with every change of the workspace, and every start.
        if (isTooSlow(error) && this.#store.has(id))
          this.#store.note(id, { state: 'failed', problem: error.toProblem() });
        changed();
        throw error;
      });
    // A lint that was begun later knows the later text.
    if (!this.#store.has(id) || this.#lastLint.get(id) !== mine) return;
    this.#linted.set(id, result);
    if (kind === null) this.#store.note(id, { kind: result.kind });
    changed();
  }

  async lintAll(): Promise<void> {
    const ready = this.#store.list().filter(({ state }) => state === 'ready');
    await Promise.allSettled(ready.map(({ id }) => this.lint(id)));
  }

  remove(id: string): void {
    const { jobId } = this.#store.get(id);
    this.#store.remove(id);
    this.#linted.delete(id);
    if (jobId !== null && this.#isRunning(jobId)) {
      this.#abandoned.add(jobId);
      this.#ports.jobs.cancel(jobId).catch(() => undefined);
    }
    this.#ports.changed();
  }

  async restore(id: string): Promise<void> {
    this.#store.restore(id);
    const { state } = this.#store.get(id);
    if (state === 'reading') return this.#begin(id);
    if (state === 'ready') await this.lint(id);
    this.#ports.changed();
  }

  async clear(): Promise<number> {
    // First: an import that goes on would write into folders that are being removed.
    for (let running = this.#running(); running.length > 0; running = this.#running()) {
      for (const jobId of running) this.#abandoned.add(jobId);
      await Promise.all(running.map((jobId) => this.#ports.jobs.cancel(jobId)));
    }
    const count = this.#store.clear();
    this.#linted.clear();
    this.#ports.changed();
    return count;
  }

  async read(id: string, offset: number): Promise<{ fileName: string; base64: string; sizeBytes: number }> {
    const { file, name, state } = this.#store.get(id);
    if (state !== 'ready') throw unread(file);
    const { bytes, sizeBytes } = await bytesAt(this.#store.paths(id).kept, offset, pieceBytes);
    return { fileName: name, base64: bytes.toString('base64'), sizeBytes };
  }

  #inTurn<T>(id: string, act: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(id) ?? Promise.resolve()).then(act, act);
    this.#turns.set(id, turn);
    return turn;
  }

  async #begin(id: string): Promise<void> {
    const { name } = this.#store.note(id, { state: 'reading', problem: null });
    const { id: jobId } = await this.#ports.jobs.begin(contractSourceJobKind, { sourceId: id, name });
    if (this.#store.has(id)) this.#store.note(id, { jobId });
    this.#ports.changed();
  }

  async #import({ input: { sourceId: id }, signal, progress }: SourceJob): Promise<string> {
    const { sent, kept } = this.#store.paths(id);
    const { name, file, sizeBytes } = this.#store.get(id);
    if (sizeOf(sent) !== null) {
      const { masked, kind } = await this.#ports.worker.run(
        'maskSource',
        { from: sent, to: kept, file },
        { signal, onProgress: (done) => progress({ done, total: sizeBytes }) },
      );
      // In this order: a file interrupted in between is masked again.
      this.#store.note(id, { masked, kind });
      this.#store.dropSent(id);
    }
    await this.lint(id, signal);
    this.#store.note(id, { state: 'ready', problem: null });
    return `${this.#linted.get(id)?.findings.length ?? 0} findings in ${name}.`;
  }

  #running(): readonly string[] {
    return this.#store.list().flatMap(({ jobId }) => (this.#isRunning(jobId) ? (jobId ?? []) : []));
  }

  #isRunning(jobId: string | null): boolean {
    const jobs = this.#ports.jobs.list();
    return jobs.some(({ id, state }) => id === jobId && (state === 'running' || state === 'paused'));
  }
}

type SourceJob = JobContext<SourceJobInput, never>;

function problemOf(error: unknown): Problem | null {
  return error instanceof GatehouseError ? error.toProblem() : null;
}

/**
 * Tests whether work that the end of the process broke off goes on with the next start: it does, unless it had to be
 * ended.
 */
function goesOn(signal: AbortSignal, error: unknown): boolean {
  return (
    signal.reason === 'shutdown' && !(error instanceof GatehouseError && error.code === 'engine.unresponsive')
  );
}

function stopped(): GatehouseError {
  return new GatehouseError('engine.stopped', 'The import was stopped.', { fix: 'Import the file again.' });
}

function unread(file: string): GatehouseError {
  return new GatehouseError('contract.unreadable', `The import of ${file} is not complete.`, {
    fix: 'Wait until the import finishes, or import the file again.',
    location: { file },
  });
}
