import type { RecordStore } from '#main/platform/ports.ts';
import type { RunValue } from '#main/services/flow-player/index.ts';
import type { FlowRun } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { RunPicture } from './hold.ts';
import type { Run, RunPlan } from './run.ts';

/** Kind of the records of runs. */
export const flowRunKind = 'flow-run';
/** Kind of the records of pictures, each under the id of its run: whoever lists runs needs none of them. */
export const flowPictureKind = 'flow-run-picture';
/** Runs that are kept, the newest, besides those that are spared. */
const keptRuns = 50;

/** A stored run: its view, its plan, and its values, sealed. */
interface StoredRun {
  readonly view: FlowRun;
  /** Without the script as it was before edits, where nothing was edited. */
  readonly plan: Omit<RunPlan, 'original'> & Partial<Pick<RunPlan, 'original'>>;
  readonly values: readonly (readonly [string, RunValue])[];
}

interface NumberedRun {
  readonly id: string;
  readonly number: number;
  readonly plan: Pick<RunPlan, 'keptAs'>;
}

/** Of the runs that are kept for their tokens the newest of each name; `runs` are the newest first. */
function newestByName(runs: readonly NumberedRun[]): Iterable<string> {
  const newest = new Map<string, string>();
  for (const {
    id,
    plan: { keptAs },
  } of runs)
    if (keptAs !== undefined && !newest.has(keptAs)) newest.set(keptAs, id);
  return newest.values();
}

/** A plan without the script as it was, where it is the same to the step: it makes up a quarter of what is kept. */
function withoutCopy(plan: RunPlan): StoredRun['plan'] {
  const { original, ...rest } = plan;
  const { script } = plan;
  const isSame =
    script.steps.length === original.steps.length &&
    script.steps.every((step, index) => step === original.steps[index]);
  return isSame ? rest : plan;
}

/** The runs of this session and those that are kept of earlier ones. */
export class RunRegistry {
  readonly #records: RecordStore;
  /** Runs that stay, however old: the last good ones of saved flows. */
  readonly #spared: () => ReadonlySet<string>;
  readonly #runs = new Map<string, Run>();
  /** Runs of earlier sessions, as they ended. */
  readonly #past = new Map<string, StoredRun>();
  /** Ids of the runs of which a picture is kept. */
  readonly #pictured = new Set<string>();

  constructor(records: RecordStore, spared: () => ReadonlySet<string>) {
    this.#records = records;
    this.#spared = spared;
  }

  /** The runs of this session. */
  get live(): readonly Run[] {
    return [...this.#runs.values()];
  }

  get nextNumber(): number {
    return (this.#numbered()[0]?.number ?? 0) + 1;
  }

  /** Ids and numbers of all runs, the newest first; views cost far more. */
  #numbered(): readonly NumberedRun[] {
    const past = [...this.#past.values()].map(({ view: { id, number }, plan }) => ({ id, number, plan }));
    return [...past, ...this.#runs.values()].toSorted((a, b) => b.number - a.number);
  }

  add(run: Run): void {
    this.#runs.set(run.id, run);
  }

  has(runId: string): boolean {
    return this.#runs.has(runId);
  }

  find(runId: string): Run | undefined {
    return this.#runs.get(runId);
  }

  /** All runs, the newest first. */
  list(): readonly FlowRun[] {
    const past = [...this.#past.values()].map(({ view }) => view);
    return [...past, ...this.live.map((run) => run.view())].toSorted((a, b) => b.number - a.number);
  }

  /** @throws api.not-found */
  view(runId: string): FlowRun {
    const view = this.#runs.get(runId)?.view() ?? this.#past.get(runId)?.view;
    if (view === undefined) throw new GatehouseError('api.not-found', `The run ${runId} does not exist.`);
    return view;
  }

  /** A run of this session. @throws flow.not-waiting, api.not-found */
  liveRun(runId: string): Run {
    const run = this.#runs.get(runId);
    if (run !== undefined) return run;
    this.view(runId);
    throw new GatehouseError('flow.not-waiting', 'The run belongs to an earlier session.', {
      fix: 'Run the flow again to edit its requests.',
    });
  }

  /** A run that has not ended. @throws flow.not-waiting, api.not-found */
  openRun(runId: string): Run {
    const run = this.#runs.get(runId);
    if (run !== undefined && !run.isOver) return run;
    this.view(runId);
    throw new GatehouseError('flow.not-waiting', 'The run has ended.', { fix: 'Run the flow again.' });
  }

  /** The plan of a run with everything that was edited in it. @throws api.not-found */
  plan(runId: string): RunPlan {
    const run = this.#runs.get(runId);
    if (run !== undefined)
      return {
        ...run.plan,
        breakpoints: run.breakpoints,
        script: { ...run.plan.script, steps: run.ownSteps },
      };
    const stored = this.#past.get(runId);
    if (stored === undefined) throw new GatehouseError('api.not-found', `The run ${runId} does not exist.`);
    return { ...stored.plan, original: stored.plan.original ?? stored.plan.script };
  }

  /** @throws api.not-found */
  values(runId: string): ReadonlyMap<string, RunValue> {
    const run = this.#runs.get(runId);
    if (run !== undefined) return run.player.values;
    this.view(runId);
    return new Map(this.#past.get(runId)?.values);
  }

  /** Keeps the present state of a run. */
  keep(run: Run): void {
    const stored: StoredRun = {
      view: run.view(),
      plan: withoutCopy(this.plan(run.id)),
      values: [...run.player.values],
    };
    this.#records.put(flowRunKind, run.id, stored, { sealed: true });
    if (run.picture === null || this.#pictured.has(run.id)) return;
    this.#pictured.add(run.id);
    this.#records.put(flowPictureKind, run.id, run.picture, { sealed: true });
  }

  /** The page at which a run stopped. @throws api.not-found */
  async picture(runId: string): Promise<RunPicture> {
    const run = this.#runs.get(runId);
    const picture =
      run === undefined ? await this.#records.get<RunPicture>(flowPictureKind, runId) : run.picture;
    if (picture !== null) return picture;
    this.view(runId);
    throw new GatehouseError('api.not-found', `Run ${runId} has no screenshot.`);
  }

  #remove(id: string): void {
    this.#records.remove(flowRunKind, id);
    if (this.#pictured.delete(id)) this.#records.remove(flowPictureKind, id);
  }

  forgetOldest(): void {
    const runs = this.#numbered();
    const spared = new Set([...this.#spared(), ...newestByName(runs)]);
    for (const { id } of runs.slice(keptRuns)) {
      if (spared.has(id)) continue;
      this.#runs.delete(id);
      this.#past.delete(id);
      this.#remove(id);
    }
  }

  /** Reads the runs of earlier sessions. */
  async restore(): Promise<void> {
    for (const { id, value } of await this.#records.list<Partial<StoredRun>>(flowRunKind)) {
      const { view, plan, values } = value;
      if (view !== undefined && plan !== undefined && values !== undefined)
        // Watched acts are not stored with their run.
        this.#past.set(id, { view: { ...view, watchedActs: 0 }, plan, values });
      if (view?.picture != null) this.#pictured.add(id);
      // Kept by a version whose runs could not be done again.
      if (!this.#past.has(id)) this.#remove(id);
    }
  }

  clear(): void {
    this.#runs.clear();
    this.#past.clear();
    this.#pictured.clear();
  }
}
