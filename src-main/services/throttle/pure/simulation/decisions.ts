import { retryAfterSeconds } from '#shared/throttle/headers.ts';
import { rateText } from '#shared/throttle/rate.ts';
import type {
  Decision,
  DecisionWindow,
  SimulationInput,
  SimulationPorts,
} from '#shared/throttle/simulation/types.ts';
import type { PolicyPorts } from '#shared/throttle/types.ts';
import { runFast } from './fast-run.ts';
import { buildModel, type Model, type ResolvedRate } from './model.ts';
import type { Seen } from './seen.ts';
import { shardsOf } from './shards.ts';
import { isSequential } from './simulate.ts';
import { runSlow } from './slow-run.ts';
import { createYielder } from './yield-point.ts';

const nanosPerSecond = 1_000_000_000;

/**
 * Every request in a window of time, exactly as the simulation decided it, by running it again up to there.
 * @throws simulation.no-filter, simulation.script-missing, simulation.cancelled, simulation.too-large
 */
export async function decisionsIn(
  input: SimulationInput,
  ports: PolicyPorts & SimulationPorts,
  window: DecisionWindow,
): Promise<readonly Decision[]> {
  const yieldNow = createYielder(ports, 1);
  const model = await buildModel(input, ports, yieldNow);
  const from = window.fromSeconds * nanosPerSecond;
  const untilNanos = Math.min(model.bins.endNanos, Math.ceil(window.untilSeconds * nanosPerSecond));
  const group = window.group === undefined ? null : model.keys.indexOf(window.group);
  if (group === -1) return [];
  const isWanted = (seen: Seen) => seen.now >= from && (group === null || seen.group === group);
  const options = { seed: input.traffic.seed, untilNanos };
  if (isSequential(model)) {
    const slow = await runSlow(model, { ...options, yieldNow: createYielder(ports, 256) });
    return decisions(model, slow.answers, slow.seen.filter(isWanted), window.maximum);
  }
  const kept = new EarliestSeen(window.maximum);
  const observer = (seen: Seen) => {
    if (isWanted(seen)) kept.add(seen);
  };
  const only = group === null ? {} : { only: new Set([shardsOf(model).ofGroup[group] ?? 0]) };
  await runFast(model, { ...options, ...only, observer, yieldNow });
  return decisions(model, model.answers, kept.sorted(), window.maximum);
}

/** Keeps the earliest of the given decisions. */
class EarliestSeen {
  readonly max: number;
  #kept: Seen[] = [];
  #latest = Number.POSITIVE_INFINITY;

  constructor(max: number) {
    this.max = max;
  }

  add(seen: Seen): void {
    if (seen.now >= this.#latest) return;
    this.#kept.push({ ...seen });
    if (this.#kept.length < this.max * 2 + 1_024) return;
    this.#kept = this.sorted().slice(0, this.max);
    this.#latest = this.#kept.at(-1)?.now ?? this.#latest;
  }

  sorted(): Seen[] {
    return this.#kept.toSorted((a, b) => a.now - b.now);
  }
}

function decisions(
  { clients, keys }: Model,
  answers: readonly ResolvedRate[],
  seen: readonly Seen[],
  max: number,
): readonly Decision[] {
  return seen.slice(0, max).map((each, index): Decision => {
    const answer = answers[each.answer];
    const rate = answer?.rate ?? null;
    const isRefused = each.outcome === 'refused';
    return {
      index,
      atSeconds: each.now / nanosPerSecond,
      client: clients.nameOf(each.client),
      attempt: each.attempt,
      group: keys[each.group] ?? null,
      rateText: rateText(rate),
      why: answer?.why ?? 'none',
      mapped: answer?.mapped ?? null,
      levelBefore: each.level,
      capacity: rate?.numberOfRequests ?? 0,
      stepSeconds: (rate?.stepNanos ?? 0) / nanosPerSecond,
      bucket: each.bucket,
      isTaken: each.outcome !== 'notTaken',
      status: isRefused ? 429 : each.outcome === 'failed' ? 500 : 200,
      waitSeconds: each.waitNanos / nanosPerSecond,
      retryAfterSeconds: isRefused ? retryAfterSeconds(each.waitNanos) : null,
      error: answer?.error ?? null,
    };
  });
}
