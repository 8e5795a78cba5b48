import type { Logger, RecordStore } from '#main/platform/ports.ts';
import type { Job } from '#shared/api/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { Listeners } from '#shared/listeners/listeners.ts';
import type { Clock, Random } from '#shared/time/clock.ts';

/** Least time between two journal entries of one job, in milliseconds. */
const journalEveryMillis = 250;
/** Why jobs are aborted when the process ends. */
const shutdown = 'shutdown';
/** Kind of the journal's records. */
export const jobKind = 'job';

/** Context of a running job. `checkpoint` is where it resumes from after a pause or a restart. */
export interface JobContext<Input, Checkpoint> {
  readonly id: string;
  readonly input: Input;
  readonly checkpoint: Checkpoint | null;
  /** Aborted by pause, cancel and shutdown; a job ends soon after. */
  readonly signal: AbortSignal;
  readonly progress: (update: {
    done: number;
    total?: number | null;
    note?: string;
    checkpoint?: Checkpoint;
  }) => void;
}

/** One kind of long work. `run` starts at its checkpoint and can be stopped at any. */
export interface JobKind<Input = unknown, Checkpoint = unknown> {
  readonly kind: string;
  readonly unit: string;
  readonly pausable: boolean;
  /** Treatment of a job that ran when the process ended; absent: it goes on. */
  readonly afterRestart?: 'goes-on' | 'paused' | 'cancelled';
  title(input: Input): string;
  /** Drops the checkpoint: the job has failed, was cancelled, or never began. */
  abandon?(input: Input): void;
  /** Returns the sentence that the ended job shows. */
  run(context: JobContext<Input, Checkpoint>): Promise<string>;
}

export interface JobService {
  register<Input, Checkpoint>(kind: JobKind<Input, Checkpoint>): void;
  /** Journals the job, then begins it. @throws job.unknown-kind */
  begin(kind: string, input: unknown): Promise<Job>;
  list(): readonly Job[];
  /** @throws api.not-found, job.not-pausable */
  pause(id: string): Promise<Job>;
  resume(id: string): Promise<Job>;
  /** Stops a job; its results are kept. */
  cancel(id: string): Promise<Job>;
  /** Reads the journal and continues what ran when the process ended. */
  restore(): Promise<void>;
  /** Drops all jobs from memory; what runs is stopped. What they have done stays. */
  forget(): Promise<void>;
  /** Stops what runs, to be continued at the next start. */
  close(): Promise<void>;
  onChange(listener: () => void): () => void;
}

interface Journalled {
  readonly job: Job;
  readonly input: unknown;
  readonly checkpoint: unknown;
  /** Of its kind, which need not be known yet when the journal is read. */
  readonly afterRestart?: JobKind['afterRestart'];
}

interface Running {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

type Ports = {
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
};

/** Makes the service that runs every long work: with a journal, so that it survives a restart. */
export function createJobService(ports: Ports): JobService {
  return new Jobs(ports);
}

class Jobs implements JobService {
  readonly #ports: Ports;
  readonly #kinds = new Map<string, JobKind>();
  readonly #jobs = new Map<string, Journalled>();
  readonly #running = new Map<string, Running>();
  readonly #journalledAt = new Map<string, number>();
  readonly #listeners = new Listeners();
  readonly onChange = this.#listeners.add;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  register<Input, Checkpoint>(kind: JobKind<Input, Checkpoint>): void {
    this.#kinds.set(kind.kind, kind as unknown as JobKind);
  }

  async begin(kind: string, input: unknown): Promise<Job> {
    const { clock, random, records } = this.#ports;
    const known = this.#kindOf(kind);
    const job: Job = {
      id: Buffer.from(random.bytes(9)).toString('base64url'),
      kind,
      title: known.title(input),
      state: 'running',
      done: 0,
      total: null,
      unit: known.unit,
      note: '',
      pausable: known.pausable,
      startedAtMillis: clock.nowMillis(),
      endedAtMillis: null,
      problem: null,
    };
    const { afterRestart } = known;
    this.#save({ job, input, checkpoint: null, ...(afterRestart === undefined ? {} : { afterRestart }) });
    try {
      await records.commit();
    } catch (error) {
      // A caller that learns that it did not begin starts another: this one must not continue after the next start.
      this.#drop(job.id);
      throw error;
    }
    // Somebody may have stopped it before it began, or dropped all jobs.
    if (this.#jobs.get(job.id)?.job.state === 'running') this.#run(job.id);
    return this.#jobs.get(job.id)?.job ?? job;
  }

  list(): readonly Job[] {
    return [...this.#jobs.values()]
      .map(({ job }) => job)
      .toSorted((a, b) => b.startedAtMillis - a.startedAtMillis);
  }

  async pause(id: string): Promise<Job> {
    const { job } = this.#get(id);
    if (!job.pausable)
      throw new GatehouseError('job.not-pausable', `“${job.title}” cannot be paused.`, {
        fix: 'Cancel it instead.',
      });
    return this.#stop(id, 'paused');
  }

  async resume(id: string): Promise<Job> {
    const { job } = this.#get(id);
    if (job.state !== 'paused') return job;
    this.#update(id, { state: 'running' });
    this.#run(id);
    return this.#get(id).job;
  }

  async cancel(id: string): Promise<Job> {
    return this.#stop(id, 'cancelled');
  }

  async restore(): Promise<void> {
    for (const { value } of await this.#ports.records.list<Journalled>(jobKind))
      this.#jobs.set(value.job.id, value);
    for (const { job, afterRestart } of this.#jobs.values()) {
      if (job.state !== 'running') continue;
      if (afterRestart === 'paused') this.#update(job.id, { state: 'paused' });
      else if (afterRestart === 'cancelled') this.#abandon(job.id, { state: 'cancelled' });
      else this.#run(job.id);
    }
  }

  async forget(): Promise<void> {
    await this.#abortAll('cancelled');
    this.#jobs.clear();
    this.#journalledAt.clear();
    this.#listeners.tell();
  }

  async close(): Promise<void> {
    const ids = [...this.#running.keys()];
    await this.#abortAll(shutdown);
    for (const id of ids) this.#save(this.#get(id));
  }

  async #abortAll(reason: string): Promise<void> {
    const running = [...this.#running.values()];
    for (const { controller } of running) controller.abort(reason);
    await Promise.all(running.map(({ ended }) => ended));
  }

  #kindOf(kind: string): JobKind {
    const known = this.#kinds.get(kind);
    if (known === undefined)
      throw new GatehouseError(
        'job.unknown-kind',
        `This version does not support jobs of the kind ${kind}.`,
        {
          fix: 'Use the version that started it, or cancel it.',
        },
      );
    return known;
  }

  #get(id: string): Journalled {
    const found = this.#jobs.get(id);
    if (found === undefined) throw new GatehouseError('api.not-found', `The job ${id} does not exist.`);
    return found;
  }

  #save(journalled: Journalled): void {
    this.#jobs.set(journalled.job.id, journalled);
    this.#journalledAt.set(journalled.job.id, this.#ports.clock.nowMillis());
    this.#ports.records.put(jobKind, journalled.job.id, journalled, { sealed: true });
    this.#listeners.tell();
  }

  #update(id: string, changes: Partial<Job>): void {
    const journalled = this.#get(id);
    this.#save({ ...journalled, job: { ...journalled.job, ...changes } });
  }

  /** It is over, and nobody goes on with it. */
  #abandon(id: string, changes: Partial<Job>): void {
    this.#update(id, { ...changes, endedAtMillis: this.#ports.clock.nowMillis() });
    const { job, input } = this.#get(id);
    this.#kinds.get(job.kind)?.abandon?.(input);
  }

  #drop(id: string): void {
    const { job, input } = this.#get(id);
    this.#jobs.delete(id);
    this.#journalledAt.delete(id);
    this.#ports.records.remove(jobKind, id);
    this.#kinds.get(job.kind)?.abandon?.(input);
    this.#listeners.tell();
  }

  #run(id: string): void {
    const controller = new AbortController();
    const ended = this.#execute(id, controller.signal).finally(() => this.#running.delete(id));
    this.#running.set(id, { controller, ended });
  }

  async #execute(id: string, signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#ports;
    const { job, input, checkpoint } = this.#get(id);
    try {
      const context = {
        id,
        input,
        checkpoint,
        signal,
        progress: (update: Progress) => this.#progress(id, update),
      };
      const note = await this.#kindOf(job.kind).run(context);
      if (signal.aborted) return;
      this.#update(id, { state: 'done', note, endedAtMillis: clock.nowMillis() });
    } catch (error) {
      if (signal.aborted && !(signal.reason === shutdown && hadToBeEnded(error))) return;
      logger.warn('job.failed', { kind: job.kind, id, error });
      this.#abandon(id, { state: 'failed', problem: toProblem(error) });
    }
  }

  #progress(id: string, { checkpoint, ...changes }: Progress): void {
    const before = this.#get(id);
    const total = changes.total === undefined ? before.job.total : changes.total;
    const job = { ...before.job, done: changes.done, total, note: changes.note ?? before.job.note };
    const next = { ...before, job, checkpoint: checkpoint ?? before.checkpoint };
    const due = this.#ports.clock.nowMillis() - (this.#journalledAt.get(id) ?? 0) >= journalEveryMillis;
    if (due) this.#save(next);
    else this.#jobs.set(id, next);
  }

  async #stop(id: string, state: 'paused' | 'cancelled'): Promise<Job> {
    const running = this.#running.get(id);
    // At once where nothing runs yet: in a moment it may.
    if (running !== undefined) {
      running.controller.abort(state);
      await running.ended;
    }
    const { job } = this.#get(id);
    const isOver = job.state === 'done' || job.state === 'failed' || job.state === 'cancelled';
    if (!isOver && state === 'cancelled') this.#abandon(id, { state });
    else if (!isOver) this.#update(id, { state });
    await this.#ports.records.commit();
    return this.#get(id).job;
  }
}

/** Tests whether a job did not end when it was told to: it would do the same again if it went on. */
function hadToBeEnded(error: unknown): boolean {
  return error instanceof GatehouseError && error.code === 'engine.unresponsive';
}

interface Progress {
  readonly done: number;
  readonly total?: number | null;
  readonly note?: string;
  readonly checkpoint?: unknown;
}

function toProblem(error: unknown): Problem {
  if (error instanceof GatehouseError) return error.toProblem();
  return {
    code: 'api.internal',
    severity: 'error',
    message: 'An unexpected error occurred in the job.',
    cause: error instanceof Error ? error.message : String(error),
  };
}
