import type {
  ImportDryRun,
  ImportProgress,
  ImportReport,
  ImportTarget,
  ImportView,
  Job,
} from '#shared/api/index.ts';
import type {
  DateReading,
  Fix,
  ImportRowPage,
  Loading,
  Mapping,
  MappingSuggestion,
  Pace,
  Reading,
  SourcePreview,
  Survey,
} from '#shared/consents/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { ImportOutput } from '#shared/exports/index.ts';
import { Listeners } from '#shared/listeners/listeners.ts';
import { createPatientAsk } from '../loading/retrying-request.ts';
import { searchUsers } from '../platform-client/lookups.ts';
import type { RowFilter } from '../working/index.ts';
import { dryRunOf } from './dry-run.ts';
import { forgetRows } from './forget.ts';
import { sourcePath } from './import-folder.ts';
import type { OpenImport } from './open-import.ts';
import { readPiece, writeOutput } from './outputs.ts';
import type { ImportPorts } from './ports.ts';
import { applyPeriod } from './reconsent.ts';
import { reportOf } from './report.ts';
import { retryFailed } from './retry-failed.ts';
import { createImportStore, type ImportStore } from './store.ts';
import { requireConfirmed, targetOf, withTarget } from './targets.ts';
import { createTemplates, type Templates } from './templates.ts';
import { takePiece } from './upload.ts';
import { workKinds } from './work-kinds.ts';

/** Settings of an import that a person changes; absent ones are kept. */
export interface ImportChanges {
  readonly name?: string | undefined;
  readonly mapping?: Mapping | undefined;
  readonly dates?: DateReading | null | undefined;
  readonly target?: string | undefined;
  readonly loading?: Loading | undefined;
}

/** Maximum number of fixes that the schema of a job file allows. */
const maxFixes = 100_000;

/** All that screens and commands do with imports. A class because its parts share the imports that are open. */
export class ImportService {
  readonly templates: Templates;
  readonly #ports: ImportPorts;
  readonly #store: ImportStore;
  readonly #listeners = new Listeners<[id: string]>();
  readonly #outputs = new Map<string, string>();

  constructor(ports: ImportPorts) {
    this.#ports = ports;
    this.#store = createImportStore(ports, this.#listeners.tell);
    this.templates = createTemplates(ports.records);
    for (const kind of workKinds(ports, (id) => this.#store.get(id))) ports.jobs.register(kind);
  }

  async load(): Promise<void> {
    await this.#store.load();
  }

  onChange(listener: (id: string) => void): () => void {
    const forget = this.#listeners.add(listener);
    const stop = this.#ports.jobs.onChange(() => listener(''));
    return () => {
      forget();
      stop();
    };
  }

  list(): ImportView[] {
    return this.#store.all().map((open) => this.#view(open));
  }

  /** One import, counted by its journal. @throws api.not-found */
  async get(id: string): Promise<ImportView> {
    const open = this.#store.get(id);
    if (open.job.plan !== null && open.status.report === null) await open.journal();
    return this.#view(open);
  }

  view(id: string): ImportView {
    return this.#view(this.#store.get(id));
  }

  progress(id: string): ImportProgress {
    return this.#store.get(id).progress();
  }

  targets(): ImportTarget[] {
    return this.#ports.targets().map(({ view }) => view);
  }

  create(name: string, fileName: string, sizeBytes: number): ImportView {
    return this.#view(this.#store.create(name, fileName, sizeBytes));
  }

  async openFile(jobFile: string, sourceFile: string | null, target: string | null): Promise<ImportView> {
    return this.#view(await this.#store.open(jobFile, sourceFile, target));
  }

  /** Takes a piece of the file. @throws import.upload */
  async upload(id: string, offset: number, bytes: Buffer): Promise<number> {
    return takePiece(this.#store.get(id), offset, bytes);
  }

  preview(id: string, given: Partial<Reading>): Promise<SourcePreview> {
    const { folder, job } = this.#store.get(id);
    return this.#ports.worker.preview({ file: sourcePath(folder, job), given });
  }

  async read(id: string, reading: Reading): Promise<ImportView> {
    const open = this.#editable(id, 'Reading the file');
    await this.#begin(open, 'import-read', { reading });
    return this.#view(open);
  }

  suggest(id: string): Promise<MappingSuggestion> {
    return this.#ports.worker.suggest({ directory: this.#store.get(id).folder.directory });
  }

  survey(id: string, mapping: Mapping, dates: DateReading | null): Promise<Survey> {
    const { folder, job } = this.#store.get(id);
    return this.#ports.worker.survey({
      directory: folder.directory,
      mapping,
      dates,
      fixes: job.fixes,
      nowMillis: this.#ports.clock.nowMillis(),
    });
  }

  save(id: string, { name, mapping, dates, target, loading }: ImportChanges): ImportView {
    const open = this.#store.get(id);
    const changesPlan = mapping !== undefined || dates !== undefined || target !== undefined;
    if (changesPlan) this.#editable(id, 'Changing what is loaded');
    open.save({
      ...(name === undefined ? {} : { name }),
      ...(mapping === undefined ? {} : { mapping }),
      ...(dates === undefined ? {} : { dates }),
      ...(target === undefined ? {} : { target }),
      ...(loading === undefined ? {} : { loading }),
      ...(changesPlan ? { plan: null } : {}),
    });
    if (changesPlan) open.note({ state: 'editing', problem: null });
    return this.#view(open);
  }

  async match(id: string): Promise<ImportView> {
    const open = this.#editable(id, 'Matching');
    targetOf(this.#ports, open);
    await this.#begin(open, 'import-match', { isFull: true });
    return this.#view(open);
  }

  async findUsers(id: string, text: string) {
    const open = this.#store.get(id);
    const { signal } = new AbortController();
    const users = await withTarget(this.#ports, open, ({ client, reads }) =>
      searchUsers({ client, ask: createPatientAsk(reads, signal), signal }, text),
    );
    return users.map(({ id: userId, username, email, externalId }) => ({
      id: userId,
      label: [username, email, externalId].filter((part) => part !== '').join(' · '),
    }));
  }

  async applyReconsent(
    id: string,
    agreementId: string,
    days: number,
    confirm: string | null,
  ): Promise<ImportView> {
    const open = this.#editable(id, 'Changing the period');
    requireConfirmed(targetOf(this.#ports, open), confirm);
    await applyPeriod(this.#ports, open, agreementId, days);
    await this.#begin(open, 'import-match', { isFull: true });
    return this.#view(open);
  }

  async rows(id: string, filter: RowFilter, offset: number, limit: number): Promise<ImportRowPage> {
    const open = this.#store.get(id);
    open.requireRows('Viewing the rows');
    const journal = await open.journal();
    const { ledger } = journal;
    // A million rows may have failed: the worker receives only those of the page.
    const isFailed = filter === 'failed';
    const page = await this.#ports.worker.rows({
      directory: open.folder.directory,
      fixes: open.job.fixes,
      filter,
      offset: isFailed ? 0 : offset,
      limit,
      ...(isFailed ? { failedRows: ledger.failedRows(offset, limit) } : {}),
    });
    const rows = await Promise.all(
      page.rows.map(async (row) => ({ ...row, settlement: await journal.settlement(row.row) })),
    );
    return { rows, total: isFailed ? ledger.failed : page.total };
  }

  async fix(id: string, fixes: readonly Fix[]): Promise<ImportView> {
    const open = this.#editable(id, 'Correcting rows');
    if (open.job.fixes.length + fixes.length > maxFixes)
      throw new GatehouseError('import.not-now', `A job file contains at most ${maxFixes} corrections.`, {
        fix: 'Correct the source file, and start a new import.',
      });
    open.save({ fixes: [...open.job.fixes, ...fixes], plan: null });
    open.note({ fixBatches: [...open.status.fixBatches, fixes.length], state: 'editing' });
    return this.#replan(open);
  }

  async undoFix(id: string): Promise<ImportView> {
    const open = this.#editable(id, 'Correcting rows');
    const { fixBatches } = open.status;
    const last = fixBatches.at(-1);
    if (last === undefined) return this.#view(open);
    open.save({ fixes: open.job.fixes.slice(0, open.job.fixes.length - last), plan: null });
    open.note({ fixBatches: fixBatches.slice(0, -1), state: 'editing' });
    return this.#replan(open);
  }

  dryRun(id: string, samples: number): Promise<ImportDryRun> {
    return dryRunOf(this.#ports, this.#store.get(id), samples);
  }

  async rehearse(id: string): Promise<ImportView> {
    const open = this.#planned(id, 'Rehearsing');
    await this.#begin(open, 'import-rehearse', {});
    return this.#view(open);
  }

  /** Begins the load of the frozen plan. @throws import.not-now, import.plan-changed, import.not-confirmed */
  async start(id: string, planHash: string, confirm: string | null): Promise<ImportView> {
    const open = this.#planned(id, 'Loading');
    if (open.job.plan?.hash !== planHash)
      throw new GatehouseError('import.plan-changed', 'The plan has changed since you reviewed it.', {
        fix: 'Review the dry run again.',
      });
    requireConfirmed(targetOf(this.#ports, open), confirm);
    await this.#begin(open, 'import-load', {});
    return this.#view(open);
  }

  async resume(id: string): Promise<ImportView> {
    const open = this.#store.get(id);
    open.require(['paused', 'halted', 'cancelled', 'undoing'], 'Resuming');
    await this.#begin(open, open.status.state === 'undoing' ? 'import-undo' : 'import-load', {});
    return this.#view(open);
  }

  async pause(id: string): Promise<ImportView> {
    const open = this.#store.get(id);
    if (open.jobId !== null) await this.#ports.jobs.pause(open.jobId);
    return this.#view(open);
  }

  async cancel(id: string): Promise<ImportView> {
    const open = this.#store.get(id);
    if (open.jobId !== null) await this.#ports.jobs.cancel(open.jobId);
    if (open.status.state === 'paused' || open.status.state === 'halted') open.note({ state: 'cancelled' });
    return this.#view(open);
  }

  setPace(id: string, pace: Pace | null, parallel: number): ImportView {
    const open = this.#store.get(id);
    open.save({ loading: { ...open.job.loading, pace, parallel } });
    const { running } = open;
    if (running !== null) {
      const { profile } = targetOf(this.#ports, open);
      running.writes.setPace(pace ?? profile.limit ?? { mode: 'learned' });
      running.load?.topUp();
    }
    return this.#view(open);
  }

  async undo(id: string, confirm: string | null): Promise<ImportView> {
    const open = this.#store.get(id);
    open.require(['loaded', 'paused', 'halted', 'cancelled'], 'Undoing');
    requireConfirmed(targetOf(this.#ports, open), confirm);
    await this.#begin(open, 'import-undo', {});
    return this.#view(open);
  }

  report(id: string): Promise<ImportReport> {
    return reportOf(this.#ports, this.#store.get(id));
  }

  async output(id: string, what: ImportOutput, offset: number) {
    const open = this.#store.get(id);
    const key = `${id} ${what}`;
    if (offset === 0) this.#outputs.set(key, await writeOutput(this.#ports, open, what));
    const path = this.#outputs.get(key);
    if (path === undefined)
      throw new GatehouseError('api.not-found', 'The output file has not been started.', {
        fix: 'Start at offset 0.',
      });
    return readPiece(path, offset);
  }

  async retryFailed(id: string): Promise<ImportView> {
    const open = this.#store.get(id);
    open.require(['loaded', 'paused', 'halted', 'cancelled', 'ready'], 'Importing the failed rows');
    const made = await retryFailed(this.#ports, open, this.#store);
    await this.#begin(made, 'import-read', { reading: made.job.reading });
    return this.#view(made);
  }

  async forget(id: string): Promise<ImportView> {
    const open = this.#store.get(id);
    this.#requireIdle(open);
    await forgetRows(this.#ports, open);
    return this.#view(open);
  }

  async remove(id: string): Promise<void> {
    const open = this.#store.get(id);
    this.#requireIdle(open);
    await this.#store.remove(open);
  }

  async close(): Promise<void> {
    await Promise.all(this.#store.all().map((open) => open.closeJournal()));
    await this.#ports.worker.close();
  }

  #view(open: OpenImport): ImportView {
    return open.view(this.#workOf(open));
  }

  #workOf({ jobId }: OpenImport): Job | null {
    const job = jobId === null ? undefined : this.#ports.jobs.list().find(({ id }) => id === jobId);
    return job ?? null;
  }

  #requireIdle(open: OpenImport): void {
    const holder = open.isWorking ? null : open.lockHolder();
    if (holder !== null)
      throw new GatehouseError('import.busy', `${holder} has ${open.job.name} open.`, {
        fix: 'Wait until it finishes, or pause the load there.',
      });
    if (open.isWorking)
      throw new GatehouseError('import.not-now', `Another job is running for ${open.job.name}.`, {
        fix: 'Wait until it ends, or cancel it.',
      });
  }

  #editable(id: string, what: string): OpenImport {
    const open = this.#store.get(id);
    open.require(['editing', 'ready'], what);
    this.#requireIdle(open);
    return open;
  }

  #planned(id: string, what: string): OpenImport {
    const open = this.#store.get(id);
    open.require(['ready'], what);
    this.#requireIdle(open);
    return open;
  }

  async #begin(open: OpenImport, kind: string, input: object): Promise<void> {
    this.#requireIdle(open);
    const { jobs } = this.#ports;
    open.isBeginning = true;
    try {
      // Paused work goes on in the new job.
      if (this.#workOf(open)?.state === 'paused' && open.jobId !== null) await jobs.cancel(open.jobId);
      await jobs.begin(kind, { importId: open.id, name: open.job.name, ...input });
    } finally {
      open.isBeginning = false;
      open.touch();
    }
  }

  /** Plans anew with the known facts of the target; before the first plan there is nothing to do. */
  async #replan(open: OpenImport): Promise<ImportView> {
    if (open.status.lookedUp !== null) await this.#begin(open, 'import-match', { isFull: false });
    return this.#view(open);
  }
}
