import { lintRoute, type RouteFacts } from '#main/services/gateway/pure/lint.ts';
import type { GroupResult, SimulationResult, SimulationTotals } from '#shared/throttle/simulation/types.ts';
import { heatOf } from './detail.ts';
import { digestOf } from './digest.ts';
import { limitOf } from './limit.ts';
import type { Model, ResolvedRate } from './model.ts';
import { notTakenRequests } from './not-taken.ts';
import type { SimulationState } from './state.ts';

const nanosPerSecond = 1_000_000_000;
/** From so many changes of rate on, a group counts as alternating if it changes with every second request. */
const minSwitches = 4;
const maxAlternating = 10;

/** The groups to show in detail: those with the most refusals, then those with the most requests. */
export function groupsInDetail({ accepted, refused }: SimulationState, max: number): readonly number[] {
  const best: number[] = [];
  const isBetter = (a: number, b: number): boolean => {
    const byRefused = (refused[a] ?? 0) - (refused[b] ?? 0);
    const byAccepted = (accepted[a] ?? 0) - (accepted[b] ?? 0);
    return byRefused !== 0 ? byRefused > 0 : byAccepted > 0;
  };
  for (let group = 0; group < accepted.length; group += 1) {
    const last = best.at(-1);
    if (best.length >= max && (last === undefined || !isBetter(group, last))) continue;
    const index = best.findIndex((other) => isBetter(group, other));
    best.splice(index < 0 ? best.length : index, 0, group);
    if (best.length > max) best.pop();
  }
  return best;
}

/** Assembles the results of a simulation. */
export function assemble(
  model: Model,
  state: SimulationState,
  answers: readonly ResolvedRate[],
  groups: readonly GroupResult[],
): SimulationResult {
  const { bins, keys, route } = model;
  const { tally } = state;
  const totals = totalsOf(state);
  const offered = tally.accepted.map(
    (accepted, bin) => accepted + (tally.refused[bin] ?? 0) + (tally.failed[bin] ?? 0),
  );
  const shown = (count: (group: GroupResult) => number) =>
    groups.reduce((sum, group) => sum + count(group), 0);
  const result: Omit<SimulationResult, 'digest'> = {
    durationSeconds: bins.endNanos / nanosPerSecond,
    binSeconds: bins.nanos / nanosPerSecond,
    totals,
    bins: {
      offered: [...offered],
      accepted: [...tally.accepted],
      refused: [...tally.refused],
      notTaken: [...tally.notTaken],
      limitPerSecond: limitOf(model),
    },
    groups,
    groupCount: keys.length,
    notTaken: notTakenRequests(model, state),
    otherGroups: {
      accepted: sum(state.accepted) - shown(({ accepted }) => accepted),
      refused: totals.refused - shown(({ refused }) => refused),
    },
    retryAfter: tally.retryAfter,
    waiting: tally.waiting,
    heat: { groups: groups.map(({ key }) => key), share: groups.map(heatOf) },
    switches: state.switches,
    switchCount: state.switchCount,
    evictions: tally.evictions,
    warnings: lintRoute(route, factsOf(model, state, answers, totals)),
  };
  return { ...result, digest: digestOf(result) };
}

const sum = (counts: Uint32Array): number => counts.reduce((total, count) => total + count, 0);

function totalsOf({ tally }: SimulationState): SimulationTotals {
  const accepted = sum(tally.accepted);
  const refused = sum(tally.refused);
  const failed = sum(tally.failed);
  const notTaken = sum(tally.notTaken);
  return { ...tally.totals, accepted, refused, failed, notTaken, offered: accepted + refused + failed };
}

function factsOf(
  { filter, keys }: Model,
  { byRate, withoutKey, switchesOf, accepted, refused }: SimulationState,
  answers: readonly ResolvedRate[],
  { offered, notTaken }: SimulationTotals,
): RouteFacts {
  const mapped = new Set<string>();
  for (const [id, { mapped: text }] of answers.entries())
    if ((byRate[id] ?? 0) > 0 && text !== null) mapped.add(text);
  const alternating: string[] = [];
  for (const [group, switches] of switchesOf.entries()) {
    const requests = (accepted[group] ?? 0) + (refused[group] ?? 0);
    if (switches >= minSwitches && switches * 2 >= requests && alternating.length < maxAlternating)
      alternating.push(keys[group] ?? '');
  }
  return { filter: filter.name, requests: offered, withoutKey, notReached: notTaken, mapped, alternating };
}
