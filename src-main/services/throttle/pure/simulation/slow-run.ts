import { retryAfterSeconds } from '#shared/throttle/headers.ts';
import { isSameRate } from '#shared/throttle/rate.ts';
import type { Rate } from '#shared/throttle/types.ts';
import type { Model, ResolvedRate, YieldPoint } from './model.ts';
import type { Seen } from './seen.ts';
import { SequentialSimulator } from './sequential-simulator.ts';
import { addOne, SimulationState } from './state.ts';

export interface SlowRun {
  readonly state: SimulationState;
  readonly answers: readonly ResolvedRate[];
  /** Every decision, in the order of time. */
  readonly seen: readonly Seen[];
}

export interface SlowRunOptions {
  readonly seed: number;
  readonly untilNanos: number;
  readonly yieldNow: YieldPoint;
  onProgress?(share: number): void;
}

/** Runs all clients together, one request after the other. @throws simulation.too-large */
export async function runSlow(model: Model, options: SlowRunOptions): Promise<SlowRun> {
  const { seed, untilNanos, yieldNow } = options;
  const simulator = new SequentialSimulator(model, seed);
  const seen: Seen[] = [];
  await simulator.run(
    untilNanos,
    (each) => seen.push(each),
    yieldNow,
    (now) => options.onProgress?.(now / untilNanos),
  );
  const { answers } = simulator.answers;
  const state = new SimulationState(model, answers.length, []);
  const rates: (Rate | null)[] = Array.from({ length: model.keys.length }, () => null);
  for (const each of seen) count(state, each, answers, model.bins.nanos, rates);
  const { totals } = state.tally;
  totals.gaveUp = simulator.ends.gaveUp;
  totals.pending = simulator.ends.pending;
  totals.overflowed = simulator.limiter.overflowed;
  state.tally.evictions = simulator.limiter.evicted;
  return { state, answers, seen };
}

function count(
  state: SimulationState,
  { now, client, first, attempt, group, answer, outcome, waitNanos }: Seen,
  answers: readonly ResolvedRate[],
  binNanos: number,
  rates: (Rate | null)[],
): void {
  const { tally } = state;
  const bin = Math.floor(now / binNanos);
  addOne(state.byRate, answer);
  if (attempt > 1) tally.totals.retries += 1;
  if (outcome === 'notTaken') return state.notTaken(client, bin);
  if (outcome === 'failed') {
    addOne(tally.failed, bin);
    if (group < 0) state.withoutKey += 1;
    return;
  }
  if (outcome === 'refused') {
    addOne(state.refused, group);
    tally.refuse(bin, retryAfterSeconds(waitNanos));
  } else {
    if (group >= 0) addOne(state.accepted, group);
    addOne(tally.accepted, bin);
    if (outcome === 'unthrottled') tally.totals.unthrottled += 1;
    if (outcome === 'shadowed') tally.totals.shadowed += 1;
    if (attempt > 1) tally.waited(bin, now - first);
  }
  const rate = answers[answer]?.rate ?? null;
  const before = rates[group] ?? null;
  if (rate !== null && before !== null && !isSameRate(before, rate))
    state.noteSwitch(group, now, before, rate);
  if (rate !== null) rates[group] = rate;
}
