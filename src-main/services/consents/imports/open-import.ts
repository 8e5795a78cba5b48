import { nextRevision } from '#main/platform/revision.ts';
import type { ImportCounts, ImportProgress, ImportStep, ImportView, Job } from '#shared/api/index.ts';
import type { ImportJob, ImportMatches, Ingested } from '#shared/consents/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { type Journal, openJournal, readJournal } from '../journal/journal.ts';
import { lockHolder } from '../journal/lock.ts';
import type { Gate } from '../loading/gate.ts';
import type { Load } from '../loading/load.ts';
import type { Meter, MeterPast } from '../loading/meter.ts';
import { dataFiles } from '../working/index.ts';
import { dataPath, type ImportFolder, readData, readJob, writeJson } from './import-folder.ts';
import {
  type ImportStatus,
  noCounts,
  readMatches,
  readMeter,
  readStatus,
  serviceFiles,
  writeStatus,
} from './status.ts';

/** Parts that exist only while an import is loaded or undone. */
export interface RunningLoad {
  readonly load: Load | null;
  readonly meter: Meter;
  readonly writes: Gate;
}

/** One import in memory. A class because all that works on it changes it. */
export class OpenImport {
  readonly folder: ImportFolder;
  job: ImportJob;
  status: ImportStatus;
  /** Id of the long work that goes on for it. */
  jobId: string | null = null;
  running: RunningLoad | null = null;
  /** Results of reading the file, and of querying the target; kept here because files of it may be half written. */
  ingested: Ingested | null;
  matches: ImportMatches | null;
  /** A piece of its file is being written. */
  isReceiving = false;
  /** Work is about to begin. */
  isBeginning = false;
  #isWorking = false;
  #isWriting = false;
  #journal: Promise<Journal> | null = null;
  #ledgerOf: Journal | null = null;
  /** Counts of earlier processes; read when somebody asks. */
  #past: MeterPast | null = null;
  readonly #changed: () => void;

  constructor(folder: ImportFolder, changed: () => void, job = readJob(folder.jobFile)) {
    this.folder = folder;
    this.job = job;
    this.status = readStatus(folder);
    this.ingested = readData<Ingested>(folder, dataFiles.ingested);
    this.matches = readMatches(folder);
    this.#changed = changed;
  }

  get id(): string {
    return this.job.id;
  }

  /** Writes changes of the job file. */
  save(changes: Partial<ImportJob>): void {
    this.job = { ...this.job, ...changes };
    writeJson(this.folder.jobFile, this.job);
    this.#changed();
  }

  note(changes: Partial<ImportStatus>): void {
    this.status = { ...this.status, ...changes };
    writeStatus(this.folder, this.status);
    this.#changed();
  }

  /** Takes up what a person wrote into the job file, and what other processes did. @throws import.job-file */
  reread(): void {
    const job = readJob(this.folder.jobFile);
    if (job.id !== this.id)
      throw new GatehouseError('import.job-file', 'The id of the job file has changed.', {
        fix: `Change it back to ${this.id}.`,
        location: { file: this.folder.jobFile },
      });
    this.job = job;
    this.status = readStatus(this.folder);
    this.ingested = readData<Ingested>(this.folder, dataFiles.ingested);
    this.matches = readMatches(this.folder);
    this.#past = null;
    this.wake();
    this.#changed();
  }

  /** A load that was under way when its process ended waits for a person. */
  wake(): void {
    if (this.status.state === 'loading' && this.lockHolder() === null) this.note({ state: 'paused' });
  }

  /** The process that works on it, this one or another, in words; null: none does. */
  lockHolder(): string | null {
    return lockHolder(dataPath(this.folder, serviceFiles.lock));
  }

  get isWorking(): boolean {
    return this.#isWorking || this.isBeginning;
  }

  /** Does what takes long; one thing at a time. @throws import.busy */
  async work<T>(jobId: string, perform: () => Promise<T>): Promise<T> {
    if (this.#isWorking)
      throw new GatehouseError('import.busy', `Another job is running for ${this.job.name}.`, {
        fix: 'Wait until it ends, or cancel it.',
      });
    this.#isWorking = true;
    this.jobId = jobId;
    try {
      return await perform();
    } finally {
      this.#isWorking = false;
      this.touch();
    }
  }

  /** Tells those who follow it, without writing anything. */
  touch(): void {
    this.#changed();
  }

  /** The journal, opened for reading, as it is on disk now. */
  journal(): Promise<Journal> {
    const former = this.#journal;
    if (former !== null && this.#isWriting) return former;
    return this.#opened(async () => {
      const known = await former?.catch(() => null);
      if (known != null && (await known.isCurrent())) return known;
      await known?.close();
      return readJournal(dataPath(this.folder, serviceFiles.journal));
    });
  }

  /** Does what writes to the journal; the lock of the import is held meanwhile. @throws import.job-file */
  async withJournal<T>(perform: (journal: Journal) => Promise<T>): Promise<T> {
    const closing = this.closeJournal();
    this.#isWriting = true;
    const opening = this.#opened(async () => {
      await closing;
      return openJournal(dataPath(this.folder, serviceFiles.journal));
    });
    try {
      return await perform(await opening);
    } finally {
      this.#isWriting = false;
      // Entries that could not be written are not counted either.
      await this.journal().catch(() => undefined);
    }
  }

  #opened(open: () => Promise<Journal>): Promise<Journal> {
    const opening: Promise<Journal> = open().then(
      (journal) => {
        if (this.#journal === opening) this.#ledgerOf = journal;
        return journal;
      },
      (error: unknown) => {
        if (this.#journal === opening) this.#journal = null;
        throw error;
      },
    );
    this.#journal = opening;
    return opening;
  }

  async closeJournal(): Promise<void> {
    const journal = this.#journal;
    // Callers that ask for the journal meanwhile get another one.
    this.#journal = null;
    this.#ledgerOf = null;
    await (await journal?.catch(() => null))?.close();
  }

  counts(): ImportCounts {
    const total = this.job.plan?.outcomes['ready'] ?? 0;
    if (this.#ledgerOf === null || this.status.report !== null) {
      const { counts } = this.status;
      return counts.total === 0 ? { ...noCounts, total, pending: total } : counts;
    }
    const { accepted, already, failed, undone } = this.#ledgerOf.ledger;
    const { inFlight = 0, retrying = 0 } = this.running?.meter.doing ?? {};
    const back = undone.restored + undone.revoked + undone.notRestorable;
    const settled = accepted + already + failed;
    const taken =
      this.status.state === 'undoing' || this.status.state === 'undone'
        ? Math.max(0, accepted - back)
        : accepted;
    return {
      total,
      accepted: taken,
      already,
      failed,
      inFlight,
      retrying,
      pending: Math.max(0, total - settled - inFlight - retrying),
    };
  }

  /** Returns the counts of the load so far, of this process and of those before it. */
  past(): MeterPast {
    if (this.running !== null) return this.running.meter.past();
    this.#past ??= readMeter(this.folder);
    return this.#past;
  }

  progress(): ImportProgress {
    const counts = this.counts();
    const limitPerSecond = this.running?.writes.pacer.limitPerSecond ?? null;
    const view = this.running?.meter.view(limitPerSecond);
    const past = view ?? this.past();
    const rate = view?.acceptedPerSecond ?? 0;
    const left = counts.pending + counts.inFlight + counts.retrying;
    return {
      counts,
      elapsedMillis: past.elapsedMillis,
      acceptedPerSecond: rate,
      limitPerSecond,
      isLearned: this.running?.writes.pacer.isLearned ?? false,
      remainingMillis: rate > 0 ? (left / rate) * 1_000 : null,
      refusals: past.refusals,
      last429: past.last429,
      seconds: past.seconds,
    };
  }

  view(work: Job | null): ImportView {
    const { job, folder, status } = this;
    const isForgotten = status.report !== null;
    const ingested = isForgotten ? null : this.ingested;
    const matches = isForgotten ? null : this.matches;
    const done = stepsDone(job, status, ingested !== null, matches !== null);
    return {
      job: { ...job, fixes: job.fixes.slice(-200) },
      jobFile: folder.jobFile,
      state: status.state,
      done: [...done],
      next: nextStep(done),
      columns: [...(ingested?.columns ?? [])],
      rows: ingested?.rows ?? status.report?.rows ?? null,
      matches: job.plan === null && status.state === 'editing' ? null : matches,
      counts: this.counts(),
      work,
      problems: [
        ...(status.problem === null ? [] : [status.problem]),
        ...(ingested?.problems ?? []).slice(0, 100),
      ],
      isForgotten,
      revision: nextRevision(),
    };
  }

  /** @throws import.not-now where its rows were deleted */
  requireRows(what: string): void {
    if (this.status.report !== null)
      throw new GatehouseError(
        'import.not-now',
        `${what} is not possible: the rows of this import were deleted.`,
      );
  }

  /** Numbers of rows in a journal are those of one plan. @throws import.not-now where some of it was sent */
  async requireNothingSent(what: string): Promise<void> {
    this.require(['receiving', 'editing', 'ready'], what);
    if ((await this.journal()).ledger.planHash === '') return;
    throw new GatehouseError('import.not-now', `${what} is not possible: some rows have already been sent.`, {
      fix: 'Resume the load, or start with a new job file.',
    });
  }

  /** @throws import.not-now */
  require(states: readonly ImportView['state'][], what: string): void {
    this.requireRows(what);
    if (!states.includes(this.status.state))
      throw new GatehouseError(
        'import.not-now',
        `${what} is not possible while the import is ${this.status.state}.`,
        {
          fix:
            this.status.state === 'loading'
              ? 'Pause or cancel the load first.'
              : 'Check the state of the import.',
        },
      );
  }
}

const order: readonly ImportStep[] = ['file', 'map', 'match', 'check', 'dry-run', 'load', 'report'];

function stepsDone(
  job: ImportJob,
  status: ImportStatus,
  isRead: boolean,
  isMatched: boolean,
): readonly ImportStep[] {
  const { mapping, dates, plan } = job;
  const needsDates = mapping !== null && 'column' in mapping.consentedAt;
  const isMapped = mapping !== null && (dates !== null || !needsDates);
  const isPlanned = plan !== null && isMatched;
  const isLoaded = status.state === 'loaded' || status.state === 'undone' || status.state === 'undoing';
  const holds: Record<ImportStep, boolean> = {
    file: isRead,
    map: isRead && isMapped,
    match: isPlanned,
    check: isPlanned && (status.dryRunHash === plan.hash || isLoaded),
    'dry-run': isPlanned && (status.dryRunHash === plan.hash || isLoaded),
    load: isLoaded,
    report: isLoaded,
  };
  if (status.report !== null) return order;
  return order.filter((step) => holds[step]);
}

function nextStep(done: readonly ImportStep[]): ImportStep {
  return order.find((step) => !done.includes(step)) ?? 'report';
}
