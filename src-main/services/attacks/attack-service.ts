import type { RecordStore } from '#main/platform/ports.ts';
import { nextRevision } from '#main/platform/revision.ts';
import { attackReportText } from '#main/services/attacks/pure/reports/index.ts';
import { type DebuggerIssuer, type PlayTarget, plainValue } from '#main/services/flow-player/index.ts';
import type { FlowService, RunPlan } from '#main/services/flows/index.ts';
import type { JobContext, JobKind, JobService } from '#main/services/jobs/index.ts';
import type { AttackFormat, AttackGroup, AttackRun, AttackStart, FlowRun } from '#shared/api/index.ts';
import {
  type AttackReport,
  type Capabilities,
  type CaseReport,
  remarksOf,
  type Verdict,
  verdicts,
} from '#shared/attacks/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { Listeners } from '#shared/listeners/listeners.ts';
import { base64urlEncode } from '#shared/oauth/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import { buildScripts } from './build-script.ts';
import { originsOfStage } from './confined.ts';
import { knownTarget } from './known-target.ts';
import { casesIn, type PlayedCase, type PlayedFile } from './played-file.ts';
import { probeTarget } from './probe.ts';
import { runCatalogue } from './run-catalogue.ts';
import type { AttackStage, AttackTarget, ProbedTarget } from './target-access.ts';

/** Kind of the records of runs of the catalogue. */
export const attackRunKind = 'attack-run';
const jobKind = 'attack';
/** Runs that are kept, the newest. */
const keptRuns = 10;
/** Copies of the hosted server that stay open for cases that are looked at step by step. */
const keptStages = 4;
/** Cases at the same time: more than the cores gains nothing. */
const parallelCases = 2;

export interface AttackServicePorts {
  /** The catalogue and the cases of the workspace, as they are now. */
  readonly files: () => readonly PlayedFile[];
  readonly records: RecordStore;
  readonly jobs: JobService;
  readonly clock: Clock;
  readonly random: Random;
  readonly sleep: (millis: number) => Promise<void>;
  readonly nowMillis: () => number;
  /** Returns the target of the attack. @throws attack.not-confirmed, flow.unknown-target, flow.no-metadata */
  readonly target: (start: AttackStart) => Promise<AttackTarget>;
  readonly flows: Pick<FlowService, 'startPlan'>;
  /** The issuer in whose name the flow debugger signs: a copy that is looked at has to trust it too. */
  readonly flowIssuer: () => Promise<DebuggerIssuer>;
}

interface StoredRun {
  readonly id: string;
  readonly jobId: string;
  readonly start: AttackStart;
  readonly state: AttackRun['state'];
  readonly total: number;
  readonly report: AttackReport;
}

interface JobInput {
  readonly runId: string;
  readonly start: AttackStart;
  readonly total: number;
}

/** Runs the catalogue of attacks as a job, keeps the results, and opens its cases as ordinary runs. */
export class AttackService {
  readonly #ports: AttackServicePorts;
  readonly #runs = new Map<string, StoredRun>();
  readonly #stages = new Map<string, AttackStage>();
  readonly #listeners = new Listeners<[runId: string]>();
  readonly onChange = this.#listeners.add;

  constructor(ports: AttackServicePorts) {
    this.#ports = ports;
    const kind: JobKind<JobInput, readonly CaseReport[]> = {
      kind: jobKind,
      unit: 'cases',
      pausable: true,
      title: ({ total }) => `${total} cases of the attack catalogue`,
      abandon: ({ runId }) => this.#abandoned(runId),
      run: (context) => this.#run(context),
    };
    ports.jobs.register(kind);
  }

  catalogue(): readonly AttackGroup[] {
    return this.#ports.files().map(({ group, title, cases, own }) => ({
      group,
      title,
      own: own ?? null,
      cases: cases.map(({ needs: _needs, variants, ...about }) => ({
        ...about,
        variants: variants.map((variant) => variant.name),
      })),
    }));
  }

  /** Begins a run. @throws attack.not-confirmed, flow.unknown-target, flow.no-metadata, api.not-found */
  async start(start: AttackStart): Promise<AttackRun> {
    const target = await this.#ports.target(start);
    const total = this.#chosen(start).length;
    if (total === 0) throw new GatehouseError('api.not-found', 'The catalogue contains none of these cases.');
    const id = base64urlEncode(this.#ports.random.bytes(9));
    const startedAtMillis = this.#ports.clock.nowMillis();
    const report = emptyReport(target, startedAtMillis);
    this.#put({ id, jobId: '', start, state: 'running', total, report });
    const job = await this.#ports.jobs.begin(jobKind, { runId: id, start, total });
    this.#put({ ...this.#stored(id), jobId: job.id });
    return this.get(id);
  }

  #chosen({ only }: AttackStart): readonly PlayedCase['attack'][] {
    const wanted = only === null ? null : new Set(only);
    return casesIn(this.#ports.files()).flatMap(({ attack }) =>
      wanted?.has(attack.id) === false ? [] : [attack],
    );
  }

  async #run({
    input,
    checkpoint,
    signal,
    progress,
  }: JobContext<JobInput, readonly CaseReport[]>): Promise<string> {
    const { runId, start, total } = input;
    const before = checkpoint ?? [];
    const done = new Map(before.map((report) => [report.id, report]));
    const target = await this.#ports.target(start);
    const only = new Set(this.#chosen(start).flatMap(({ id }) => (done.has(id) ? [] : [id])));
    const { random, sleep, nowMillis, clock } = this.#ports;
    const startedAtMillis = clock.nowMillis();
    const began = nowMillis();
    let capabilities: Capabilities | undefined;
    const keep = (state: AttackRun['state']) => {
      const cases = this.#chosen(start).flatMap(({ id }) => done.get(id) ?? []);
      const report = {
        ...emptyReport(target, startedAtMillis),
        durationMillis: nowMillis() - began,
        ...(capabilities === undefined ? {} : { capabilities }),
        ...(target.leftBehind === undefined ? {} : { leftBehind: target.leftBehind() }),
        cases,
      };
      const stored = this.#runs.get(runId);
      this.#put({ id: runId, jobId: stored?.jobId ?? '', start, state, total, report });
    };
    keep('running');
    await runCatalogue({
      files: this.#ports.files(),
      target,
      random,
      sleep,
      signal,
      nowMillis,
      only,
      parallel: parallelCases,
      onProbe: (probed) => {
        ({ capabilities } = probed);
      },
      onPair: (id, pairs, of) => progress({ done: done.size, total, note: `${id}: ${pairs} of ${of} pairs` }),
      onCase: (report) => {
        done.set(report.id, report);
        progress({ done: done.size, total, note: report.id, checkpoint: [...done.values()] });
        keep('running');
      },
    });
    keep(signal.aborted ? stateAfter(signal) : 'done');
    return summary([...done.values()]);
  }

  /** A run whose job broke, or never began, does not go on either. */
  #abandoned(runId: string): void {
    const run = this.#runs.get(runId);
    if (run?.state === 'running') this.#put({ ...run, state: 'failed' });
    else if (run?.state === 'paused') this.#put({ ...run, state: 'cancelled' });
  }

  list(): readonly AttackRun[] {
    return [...this.#runs.values()]
      .toSorted((one, other) => other.report.startedAtMillis - one.report.startedAtMillis)
      .map(toView);
  }

  /** @throws api.not-found */
  get(runId: string): AttackRun {
    return toView(this.#stored(runId));
  }

  #stored(runId: string): StoredRun {
    const run = this.#runs.get(runId);
    if (run === undefined)
      throw new GatehouseError('api.not-found', `The attack run ${runId} does not exist.`);
    return run;
  }

  async cancel(runId: string): Promise<AttackRun> {
    const { jobId, state } = this.#stored(runId);
    if ((state === 'running' || state === 'paused') && jobId !== '') await this.#ports.jobs.cancel(jobId);
    return this.get(runId);
  }

  /** Returns the result of one case; null while it has not been run. @throws api.not-found */
  result(runId: string, caseId: string): CaseReport | null {
    return this.#stored(runId).report.cases.find(({ id }) => id === caseId) ?? null;
  }

  /** The report in one of its formats. @throws api.not-found */
  report(runId: string, format: AttackFormat): ReturnType<typeof attackReportText> {
    return attackReportText(this.#stored(runId).report, format);
  }

  /** Opens a case as an ordinary run, held before its first request. @throws api.not-found, attack.not-confirmed */
  async open(
    start: AttackStart,
    caseId: string,
    variantName: string,
    play: 'control' | 'mutant',
  ): Promise<FlowRun> {
    const { attack, variant, own } = this.#playOf(caseId, variantName);
    const target = await this.#probed(start);
    const stage = await target.openStage();
    const stageId = this.#keepStage(stage);
    const issuer = await this.#ports.flowIssuer();
    stage.target.operator?.trustSamlIssuer(issuer.name, issuer.certificatePem);
    stage.target.operator?.trustJwtIssuer(issuer);
    const { client, user, demands } = target;
    const cast = { target: stage.target, client, user, demands };
    const { control, mutant, attacked } = buildScripts(variant, attack.title, cast);
    const script = play === 'control' ? (control ?? mutant) : mutant;
    const firstAttacked = script.steps.find(({ id }) => attacked.has(id))?.id ?? null;
    const plain = new Map((control ?? mutant).steps.map((step) => [step.id, step]));
    const plan: RunPlan = {
      kind: 'attack',
      target: start.target ?? `${rangePrefix}${stageId}`,
      clientId: script.parties['']?.client ?? '',
      username: script.parties['']?.user ?? null,
      browser: 'unattended',
      mode: 'step',
      breakpoints: [],
      origin: { kind: 'attack', name: [attack.id, variant.name].filter((part) => part !== '').join(' ') },
      script: { ...script, title: `${attack.id} ${attack.title}` },
      // Refusals are what a case looks for: from the attack on they do not end the run.
      lenientFrom: play === 'mutant' ? firstAttacked : null,
      ...(own === undefined ? {} : { origins: originsOfStage(stage) }),
      original: { ...script, steps: script.steps.map((step) => withPlainRequest(step, plain.get(step.id))) },
    };
    const given = [...stage.values].map(([key, value]) => [key, plainValue(value, '')] as const);
    return this.#ports.flows.startPlan(plan, stage.target, new Map(given));
  }

  /** @throws api.not-found, workspace.restricted */
  #playOf(caseId: string, variantName: string) {
    const found = casesIn(this.#ports.files()).find(({ attack }) => attack.id === caseId);
    const variant = found?.attack.variants.find(({ name }) => name === variantName);
    if (found === undefined || variant === undefined)
      throw new GatehouseError('api.not-found', `The catalogue has no case ${caseId} “${variantName}”.`);
    const { own } = found.file;
    if (own !== undefined && own.withheld !== null)
      throw new GatehouseError('workspace.restricted', own.withheld, {
        fix: 'Review the case under Settings, Workspace trust, and decide whether to trust it.',
        actions: [{ kind: 'open-trust' }],
      });
    return { attack: found.attack, variant, own };
  }

  /** The target of a case that is opened: a run of the same settings has asked it already. */
  async #probed(start: AttackStart): Promise<ProbedTarget> {
    const { random, sleep } = this.#ports;
    const target = await this.#ports.target(start);
    const found = [...this.#runs.values()]
      .filter((run) => run.start.target === start.target && run.start.profile === start.profile)
      .findLast(({ report }) => report.capabilities !== undefined)?.report.capabilities;
    return found === undefined
      ? probeTarget(target, { random, sleep, signal: new AbortController().signal })
      : knownTarget(target, found);
  }

  /** An open copy of the hosted server; null after it was closed. */
  stageTarget(name: string): PlayTarget | null {
    return this.#stages.get(name.slice(rangePrefix.length))?.target ?? null;
  }

  #keepStage(stage: AttackStage): string {
    const id = base64urlEncode(this.#ports.random.bytes(6));
    this.#stages.set(id, stage);
    const [oldest] = this.#stages;
    if (this.#stages.size > keptStages && oldest !== undefined) {
      this.#stages.delete(oldest[0]);
      void oldest[1].close();
    }
    return id;
  }

  #put(run: StoredRun): void {
    this.#runs.set(run.id, run);
    if (run.state !== 'running') this.#ports.records.put(attackRunKind, run.id, run, { sealed: true });
    for (const old of this.list().slice(keptRuns)) {
      this.#runs.delete(old.id);
      this.#ports.records.remove(attackRunKind, old.id);
    }
    this.#listeners.tell(run.id);
  }

  /** Reads the runs of earlier sessions. */
  async restore(): Promise<void> {
    for (const { id, value } of await this.#ports.records.list<StoredRun>(attackRunKind))
      this.#runs.set(id, value);
  }

  forget(): void {
    this.#runs.clear();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#stages.values()].map((stage) => stage.close()));
    this.#stages.clear();
  }
}

/** Begins the names of targets that are copies of the hosted server. */
export const rangePrefix = 'range:';

/** A pause, and the end of the process, leave what can go on. */
function stateAfter({ reason }: AbortSignal): 'cancelled' | 'paused' {
  return reason === 'cancelled' ? 'cancelled' : 'paused';
}

/** The report of a run before its first case. */
function emptyReport(
  { title, profile, weaknesses, undecided }: AttackTarget,
  startedAtMillis: number,
): AttackReport {
  const open = undecided === undefined ? {} : { undecided: [...undecided] };
  const of = { target: title, profile, weaknesses: [...weaknesses], ...open };
  return { ...of, startedAtMillis, durationMillis: 0, cases: [] };
}

function toView({ id, jobId, start, state, total, report }: StoredRun): AttackRun {
  return {
    id,
    jobId,
    start,
    state,
    done: report.cases.length,
    total,
    startedAtMillis: report.startedAtMillis,
    durationMillis: report.durationMillis,
    counts: countVerdicts(report.cases),
    remarks: remarksOf(report).map(({ text, cases }) => ({ text, cases: [...cases] })),
    verdicts: report.cases.map((each) => ({ id: each.id, verdict: each.verdict })),
    revision: nextRevision(),
  };
}

function countVerdicts(cases: readonly CaseReport[]): Record<Verdict, number> {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of cases) counts[verdict] += 1;
  return counts;
}

function summary(cases: readonly CaseReport[]): string {
  const counts = countVerdicts(cases);
  const words = verdicts
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} ${verdict}`);
  return `${words.join(', ')}.`;
}

type Script = RunPlan['script'];
type Step = Script['steps'][number];

function withPlainRequest(step: Step, plain: Step | undefined): Step {
  return plain !== undefined && 'request' in plain && 'request' in step
    ? { ...step, request: plain.request }
    : step;
}
