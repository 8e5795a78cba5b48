import { readFileSync } from 'node:fs';
import { nextRevision } from '#main/platform/revision.ts';
import {
  applySettings,
  contractHistoryText,
  contractReportText,
  reportAt,
  unknownRule,
  unknownRules,
} from '#main/services/contract/pure/index.ts';
import type { ContractRule, ContractSource, ContractState } from '#shared/api/contract.ts';
import {
  createOmissions,
  type LintCoverage,
  type LintFinding,
  type LintIgnore,
  type LintReport,
  type LintSettings,
  type Omitted,
  omittedAt,
} from '#shared/contract/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { Listeners } from '#shared/listeners/listeners.ts';
import { activityFile } from '../linting/lint-exchanges.ts';
import type { LintedSource } from '../linting/lint-source.ts';
import { isTooSlow } from '../linting/lint-worker.ts';
import { createFixes, type Fixes, type FixTarget, togetherOf } from './fixes.ts';
import { followExchanges, type LiveLint } from './live-lint.ts';
import type { ContractPorts } from './ports.ts';
import { findingProblem } from './problems.ts';
import { coverageBy, newestDate, ruleViews } from './rule-views.ts';
import { createSettingsFile, type SettingsFile, settingsFile } from './settings-file.ts';
import { openSourceStore, type SourceStore, sizeOf } from './source-store.ts';
import { shownOf, unlinted, viewOf } from './source-views.ts';
import { createSourceWork, type SourceWork } from './source-work.ts';
import { isInWorkspace, kindOf } from './workspace-files.ts';
import { followWorkspace, type WorkspaceLint } from './workspace-lint.ts';

/** Least time between two messages that something changed, in milliseconds. */
const tellEveryMillis = 300;

/** The findings in everything that is linted. */
interface Everything {
  readonly linted: readonly LintedSource[];
  readonly counts: readonly LintedSource['counts'][];
  readonly findings: readonly LintFinding[];
  readonly omitted: readonly Omitted[];
}

/** The history of the contract, and the linter over everything in a workspace. Document 3 §9 */
export class ContractService {
  readonly rules: readonly ContractRule[];
  readonly newest: string;
  readonly settings: SettingsFile;
  readonly sources: SourceWork;
  readonly #ports: ContractPorts;
  readonly #store: SourceStore;
  readonly #fixes: Fixes;
  readonly #workspace: WorkspaceLint;
  readonly #live: LiveLint;
  readonly #listeners = new Listeners();
  readonly onChange = this.#listeners.add;
  /** Fixes are made and taken back one after the other: each counts from what the one before left. */
  #lastFix: Promise<unknown> = Promise.resolve();
  readonly #sweep: Promise<void>;
  #pause: NodeJS.Timeout | null = null;
  #isToTell = false;
  #revision = nextRevision();
  #all: Everything | null = null;
  #state: ContractState | null = null;
  /** Asked for with every look at the status. */
  #problems: readonly Problem[] | null = null;

  constructor(ports: ContractPorts) {
    this.#ports = ports;
    this.rules = ruleViews(ports.history);
    this.newest = newestDate(ports.history);
    this.#store = openSourceStore(ports.directory, ports.random);
    this.settings = createSettingsFile(ports.workspace);
    this.#fixes = createFixes(ports, this.#store);
    const changed = () => this.#changed();
    const context = () => ports.workspace.context();
    this.sources = createSourceWork({ ...ports, context, changed }, this.#store);
    this.#workspace = followWorkspace({
      ...ports,
      changed,
      contextChanged: () => void this.sources.lintAll(),
    });
    this.#live = followExchanges({
      ...ports,
      context,
      hostedUrls: () => ports.workspace.hostedUrls(),
      contractDate: () => this.#contractDate(),
      changed,
    });
    ports.workspace.onChange(changed);
    this.#sweep = this.#fixes.sweep().catch(() => undefined);
  }

  get history(): ContractPorts['history'] {
    return this.#ports.history;
  }

  /** Waits until the work of the workspace has been linted once. */
  async ready(): Promise<void> {
    await Promise.all([this.#workspace.ready(), this.sources.ready(), this.#sweep]);
  }

  /** Returns the state shown: of each source only so many findings that it can be sent with every change. */
  state(): ContractState {
    this.#state ??= this.#read(this.#everything());
    return this.#state;
  }

  /** Returns the report that holds at a date; null: the date in force. */
  report(date: string | null): LintReport {
    const { errors, contractDate } = this.state();
    const { findings, omitted } = this.#everything();
    const at = date ?? contractDate;
    const failed = this.#store.list().flatMap(({ problem }) => problem ?? []);
    return reportAt(findings, {
      contractDate: at,
      coverage: this.#coverageAt(at),
      // A file that could not be imported is never the same as one in which nothing is found.
      errors: [...errors, ...failed],
      omitted: omittedAt(omitted, at),
    });
  }

  /** Exports the report that holds at a date, as a text to be saved. */
  exportReport(
    format: Parameters<typeof contractReportText>[1],
    date: string | null,
  ): ReturnType<typeof contractReportText> {
    return contractReportText(this.report(date), format, this.rules);
  }

  /** Entries of the history as a changelog. */
  exportHistory(
    format: Parameters<typeof contractHistoryText>[2],
    entries: readonly string[],
  ): ReturnType<typeof contractHistoryText> {
    return contractHistoryText(this.history, entries, format);
  }

  /** Findings in the files of the workspace that hold at the date in force, as problems of it. */
  problems(): readonly Problem[] {
    this.#problems ??= this.#inWorkspace().map(findingProblem);
    return this.#problems;
  }

  /** Returns the problems that would be found in a text if the file contained it; without those that are ignored. */
  async check(file: string, text: string): Promise<readonly Problem[]> {
    const task = {
      context: this.#ports.workspace.context(),
      artefacts: [{ file, kind: kindOf(file), text }],
    };
    let linted: LintedSource | undefined;
    try {
      [linted] = await this.#ports.worker.run('lintTexts', task);
    } catch (error) {
      if (isTooSlow(error)) return [error.toProblem()];
      throw error;
    }
    const { contractDate } = this.state();
    const findings = applySettings(linted?.findings ?? [], this.#settings(), this.#today());
    return reportAt(findings, { ...this.state(), errors: [], omitted: 0, contractDate })
      .findings.filter(({ ignored }) => ignored === null)
      .map(findingProblem);
  }

  /**
   * Makes the edits of findings.
   * @throws contract.finding-gone where one is not there any more or its file has changed
   */
  fix(keys: readonly string[]): Promise<{ readonly undoId: string; readonly fixed: number }> {
    return this.#afterFixes(async () => {
      const { targets, fixed } = this.#targets(new Set(keys));
      const undoId = await this.#fixes.make(targets);
      await this.#relint(targets.flatMap(({ sourceId }) => sourceId ?? []));
      return { undoId, fixed };
    });
  }

  undoFix(undoId: string): Promise<ContractState> {
    return this.#afterFixes(async () => {
      await this.#relint(await this.#fixes.undo(undoId));
      return this.state();
    });
  }

  /** @throws contract.rule-unknown */
  async ignore(ignored: LintIgnore): Promise<ContractState> {
    if (!this.rules.some(({ id }) => id === ignored.id)) throw unknownRule(ignored.id, settingsFile);
    await this.settings.ignore(ignored);
    return this.state();
  }

  async unignore(ignored: LintIgnore): Promise<ContractState> {
    await this.settings.unignore(ignored);
    return this.state();
  }

  /** Imports the recording that comes with Gatehouse. */
  async addSample(): Promise<{ readonly id: string }> {
    const bytes = readFileSync(this.#ports.sample);
    const { id } = this.sources.create('sample.har', bytes.length);
    await this.sources.upload(id, 0, bytes);
    return { id };
  }

  /** Forgets what live requests showed. */
  forgetLive(): void {
    this.#live.forget();
    this.#changed();
  }

  async close(): Promise<void> {
    if (this.#pause !== null) clearTimeout(this.#pause);
    this.#fixes.close();
    this.#live.close();
    this.#workspace.close();
    await this.#ports.worker.close();
  }

  #inWorkspace(): readonly LintFinding[] {
    const found = this.#everything().findings.filter(
      ({ ignored, artefact }) => ignored === null && isInWorkspace[artefact],
    );
    return reportAt(found, { ...this.state(), omitted: 0 }).findings;
  }

  #afterFixes<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#lastFix.then(act, act);
    this.#lastFix = turn;
    return turn;
  }

  #targets(keys: ReadonlySet<string>): { readonly targets: readonly FixTarget[]; readonly fixed: number } {
    const findings = this.#everything().findings.filter(({ key, fix }) => keys.has(key) && fix !== null);
    if (findings.length === 0) throw gone();
    const sources = new Map(this.#store.list().map((source) => [source.file, source]));
    const targets: FixTarget[] = [];
    let fixed = 0;
    for (const [file, found] of Map.groupBy(findings, ({ location }) => location.file)) {
      const { edits, fixed: together } = togetherOf(found);
      const source = sources.get(file);
      const text = source === undefined ? this.#workspace.textOf(file) : null;
      if (source === undefined && text === null) throw gone();
      targets.push({ file, sourceId: source?.id ?? null, edits, text });
      fixed += together;
    }
    return { targets, fixed };
  }

  async #relint(sourceIds: readonly string[]): Promise<void> {
    const there = sourceIds.filter((id) => this.#store.has(id));
    // One that cannot be linted any more says so itself.
    const linted = there.map((id) => this.sources.lint(id).catch(() => undefined));
    await Promise.all([this.#workspace.again(), ...linted]);
  }

  /** Listeners read all of it: of many changes at once they are notified of the first and the last. */
  #changed(): void {
    this.#all = null;
    this.#state = null;
    this.#problems = null;
    this.#revision = nextRevision();
    this.#isToTell = true;
    if (this.#pause === null) this.#tell();
  }

  #tell(): void {
    this.#pause = null;
    if (!this.#isToTell) return;
    this.#isToTell = false;
    this.#pause = setTimeout(() => this.#tell(), tellEveryMillis);
    this.#pause.unref();
    this.#listeners.tell();
  }

  #settings(): LintSettings {
    return this.#ports.workspace.settings();
  }

  #contractDate(): string {
    return this.#settings().contract_date ?? this.newest;
  }

  #today(): string {
    return new Date(this.#ports.clock.nowMillis()).toISOString().slice(0, 10);
  }

  #everything(): Everything {
    this.#all ??= this.#gather();
    return this.#all;
  }

  #gather(): Everything {
    const linted = [...this.#workspace.linted(), ...this.sources.linted()];
    const all = [...linted.flatMap(({ findings }) => findings), ...this.#live.findings()];
    const counts = [...linted.map((source) => source.counts), this.#live.counts()];
    return {
      linted,
      counts,
      findings: applySettings(all, this.#settings(), this.#today()),
      omitted: [...counts.flatMap((each) => each.omitted), ...this.#live.omitted()],
    };
  }

  #coverageAt(contractDate: string): LintCoverage {
    const { linted, counts } = this.#everything();
    return coverageBy(this, this.#settings(), counts, {
      skipped: this.#live.skipped(),
      files: [],
      untold: linted.flatMap(({ untold }) => untold),
      contractDate,
      notPlatform: this.#ports.workspace.context().ownUrls,
    });
  }

  #read({ linted, findings, omitted }: Everything): ContractState {
    const settings = this.#settings();
    const contractDate = this.#contractDate();
    const shown = shownOf(findings, contractDate);
    return {
      contractDate,
      settings,
      findings: shown.findings,
      coverage: this.#coverageAt(contractDate),
      errors: [
        ...unknownRules(settings, this.rules, settingsFile),
        ...linted.flatMap(({ errors }) => errors),
      ],
      omitted: createOmissions([...omitted, ...shown.omitted]).all(),
      sources: [...this.#workspaceSources(), this.#liveSource(), ...this.#imported()],
      revision: this.#revision,
    };
  }

  #workspaceSources(): readonly ContractSource[] {
    return this.#workspace
      .linted()
      .map((linted) => ({ ...viewOf(linted), id: linted.file, isImported: false }));
  }

  #liveSource(): ContractSource {
    return {
      ...viewOf({
        file: activityFile,
        kind: 'activity',
        findings: this.#live.findings(),
        counts: this.#live.counts(),
        errors: [],
      }),
      id: activityFile,
      isImported: false,
      skipped: this.#live.skipped(),
    };
  }

  #imported(): readonly ContractSource[] {
    const jobs = new Map(this.#ports.jobs.list().map((job) => [job.id, job]));
    return this.#store.list().map((meta) => {
      const found = this.sources.of(meta.id);
      const work = jobs.get(meta.jobId ?? '') ?? null;
      const error = found?.errors[0] ?? null;
      return {
        ...(found === undefined ? unlinted(meta) : viewOf(found)),
        id: meta.id,
        isImported: true,
        sizeBytes: sizeOf(this.#store.paths(meta.id).kept) ?? meta.sizeBytes,
        masked: meta.masked,
        problem: meta.problem ?? error,
        // The job ends after reporting its findings, and nothing reports its end.
        work: work?.state === 'running' && meta.state === 'reading' ? work : null,
      };
    });
  }
}

function gone(): GatehouseError {
  return new GatehouseError('contract.finding-gone', 'What is to be fixed is not found any more.', {
    fix: 'Look at what is found now.',
  });
}
