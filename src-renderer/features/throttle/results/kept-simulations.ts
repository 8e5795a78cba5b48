import { toProblem } from '#renderer/api/problem.ts';
import { createStore } from '#renderer/api/store.ts';
import type { SimulationRun, SimulationStartInput } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import type { OtherSpread, SimulationResult, SimulationTotals } from '#shared/throttle/simulation/types.ts';
import { otherSpreadOf, type Spread } from '#shared/throttle/traffic/recipe.ts';
import { isSameInput } from './same-input.ts';

/** The results of a simulation, with its input. */
export interface Outcome {
  readonly runId: string;
  readonly result: SimulationResult;
  /** The second policy's, where one was compared. */
  readonly compared: SimulationResult | null;
  /** Of a log with whole seconds: the results where its requests are laid in the other way. */
  readonly otherSpread?: OtherSpread | null;
  /** How requests of one second are laid, if not as the run laid them. */
  readonly spread?: Spread | null;
  readonly input: SimulationStartInput;
}

/** How a log with whole seconds is shown, and the counts of the other way to lay its requests. */
export interface ShownSpread {
  readonly spread: Spread;
  readonly other: Spread;
  readonly otherTotals: SimulationTotals;
}

/** Both ways to lay the requests of one second; null: the times of the traffic say more than seconds. */
export function spreadOf(outcome: Outcome | null, chosen: Spread | null): ShownSpread | null {
  const other = outcome?.otherSpread ?? null;
  if (outcome === null || other === null) return null;
  const own = otherSpreadOf(other.spread);
  return chosen === other.spread
    ? { spread: other.spread, other: own, otherTotals: outcome.result.totals }
    : { spread: own, other: other.spread, otherTotals: other.result.totals };
}

/** The outcome with the requests of one second laid as it is chosen. */
export function laidOutcome(outcome: Outcome | null, chosen: Spread | null): Outcome | null {
  const other = outcome?.otherSpread ?? null;
  if (outcome === null || other === null || chosen !== other.spread) return outcome;
  const { recorded, ...traffic } = outcome.input.traffic;
  const laid = recorded === undefined ? traffic : { ...traffic, recorded: { ...recorded, spread: chosen } };
  return {
    ...outcome,
    result: other.result,
    compared: other.compared,
    spread: chosen,
    input: { ...outcome.input, traffic: laid },
  };
}

/** The kept state of the simulations of one route with one traffic. */
interface KeptSimulation {
  readonly run: SimulationRun | null;
  readonly input: SimulationStartInput | null;
  /** The outcome of the last one stays until the next has come. */
  readonly outcome: Outcome | null;
  /** The outcome before it, of another policy or other traffic; null: there is none to compare with. */
  readonly former: Outcome | null;
  /** Counts the starts: a response to an earlier one is left out. */
  readonly starts: number;
  readonly startedAtMillis: number;
  /** How long the last one took that came to its end; null: none has yet. */
  readonly tookMillis: number | null;
  /** From the start until the outcome is there. */
  readonly isBusy: boolean;
  /** Somebody cancelled before the engine had said which run it is. */
  readonly isUnwanted: boolean;
  readonly problem: Problem | null;
}

/** The engine calls used for simulations. */
export interface SimulationCalls {
  simulate(input: SimulationStartInput): Promise<SimulationRun>;
  result(input: { readonly runId: string }): Promise<Pick<Outcome, 'result' | 'compared' | 'otherSpread'>>;
  cancel(input: { readonly runId: string }): Promise<SimulationRun>;
}

/** As many as the engine keeps runs of. */
const maxKept = 12;

/** Nothing was simulated. */
export const noSimulation: KeptSimulation = {
  run: null,
  input: null,
  outcome: null,
  former: null,
  starts: 0,
  startedAtMillis: 0,
  tookMillis: null,
  isBusy: false,
  isUnwanted: false,
  problem: null,
};

/** Simulations by their subject: they outlive the screen, which may turn to another route meanwhile. */
export const simulations = createStore<ReadonlyMap<string, KeptSimulation>>(new Map());

function keep(key: string, change: Partial<KeptSimulation>): void {
  simulations.update((all) => {
    const next = new Map(all);
    next.delete(key);
    next.set(key, { ...(all.get(key) ?? noSimulation), ...change });
    const [oldest] = next.keys();
    if (next.size > maxKept && oldest !== undefined) next.delete(oldest);
    return next;
  });
}

function keptOf(key: string): KeptSimulation {
  return simulations.get().get(key) ?? noSimulation;
}

/** Lets a run go that nobody waits for; one that the engine no longer knows has nothing to be cancelled. */
function abandon(calls: SimulationCalls, runId: string): void {
  calls.cancel({ runId }).catch(() => undefined);
}

/** Starts a simulation. One that still runs for the same subject is cancelled: its input is out of date. */
export async function startSimulation(
  calls: SimulationCalls,
  key: string,
  input: SimulationStartInput,
): Promise<void> {
  const before = keptOf(key);
  const starts = before.starts + 1;
  const isReplaced = () => keptOf(key).starts !== starts;
  const startedAtMillis = performance.now();
  keep(key, { run: null, input, starts, startedAtMillis, isBusy: true, isUnwanted: false, problem: null });
  if (before.run?.state === 'running') abandon(calls, before.run.id);
  try {
    const run = await calls.simulate(input);
    if (isReplaced()) return abandon(calls, run.id);
    keep(key, { run });
    await noteSimulation(calls, key, run);
  } catch (error) {
    if (!isReplaced()) keep(key, { isBusy: false, problem: toProblem(error) });
  }
  if (!isReplaced() && keptOf(key).isUnwanted) await cancelSimulation(calls, key);
}

/** Takes in the present state of a run; the outcome of a finished one is fetched. A run that has ended stays ended. */
export async function noteSimulation(calls: SimulationCalls, key: string, run: SimulationRun): Promise<void> {
  const { run: known, input, starts, startedAtMillis } = keptOf(key);
  if (known?.id !== run.id || (run.state === 'running' && known.state !== 'running')) return;
  keep(key, { run, ...(run.state === 'running' || run.state === 'done' ? {} : { isBusy: false }) });
  if (run.state !== 'done' || input === null) return;
  const isReplaced = () => keptOf(key).starts !== starts;
  try {
    const { result, compared, otherSpread = null } = await calls.result({ runId: run.id });
    if (isReplaced()) return;
    const outcome: Outcome = { runId: run.id, result, compared, otherSpread, input };
    const tookMillis = performance.now() - startedAtMillis;
    keep(key, { outcome, former: formerOf(keptOf(key), outcome), tookMillis, isBusy: false });
  } catch (error) {
    if (!isReplaced()) keep(key, { isBusy: false, problem: toProblem(error) });
  }
}

/** The outcome with which a new one is compared: of the same input again, it stays. */
function formerOf({ outcome, former }: KeptSimulation, next: Outcome): Outcome | null {
  return outcome === null || isSameInput(outcome.input, next.input) ? former : outcome;
}

/** Stops the simulation that runs, if there is one; one that is being started is stopped as soon as it has an id. */
export async function cancelSimulation(calls: SimulationCalls, key: string): Promise<void> {
  const { run, isBusy } = keptOf(key);
  if (run === null && isBusy) return keep(key, { isUnwanted: true });
  if (run?.state !== 'running') return;
  try {
    await noteSimulation(calls, key, await calls.cancel({ runId: run.id }));
  } catch (error) {
    keep(key, { isBusy: false, problem: toProblem(error) });
  }
}
