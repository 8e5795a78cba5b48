import { rateText } from '#shared/throttle/rate.ts';
import type { RateSwitch } from '#shared/throttle/simulation/types.ts';
import type { Rate } from '#shared/throttle/types.ts';
import type { Model, ResolvedRate } from './model.ts';
import { Tally } from './tally.ts';

const maxSwitches = 1_000;
const nanosPerSecond = 1_000_000_000;

/** Buckets and counts of all groups, as typed arrays by number of the group. */
export class SimulationState {
  readonly tally: Tally;
  readonly tats: Float64Array;
  /** Number of the rate that a bucket has; −1: there is no bucket yet. */
  readonly rateIn: Int32Array;
  readonly accepted: Uint32Array;
  readonly refused: Uint32Array;
  readonly switchesOf: Uint32Array;
  readonly switches: RateSwitch[] = [];
  switchCount = 0;
  /** Requests by number of the answer. */
  readonly byRate: Uint32Array;
  withoutKey = 0;
  /** Requests that the route does not take, by number of the client; null: there was none yet. */
  notTakenOf: Uint32Array | null = null;
  readonly #clientCount: number;
  readonly #keys: readonly string[];
  readonly #rates: readonly Rate[];

  constructor({ keys, bins, clients }: Model, rateCount: number, rates: readonly Rate[]) {
    this.tally = new Tally(bins);
    this.byRate = new Uint32Array(rateCount);
    this.#keys = keys;
    this.#clientCount = clients.count;
    this.#rates = rates;
    this.tats = new Float64Array(keys.length);
    this.rateIn = new Int32Array(keys.length).fill(-1);
    this.accepted = new Uint32Array(keys.length);
    this.refused = new Uint32Array(keys.length);
    this.switchesOf = new Uint32Array(keys.length);
  }

  /** Counts a request that the route does not take. */
  notTaken(client: number, bin: number): void {
    this.notTakenOf ??= new Uint32Array(this.#clientCount);
    addOne(this.notTakenOf, client);
    addOne(this.tally.notTaken, bin);
  }

  /** Notes that a group's rate has changed. */
  switched(group: number, nowNanos: number, to: number): void {
    this.noteSwitch(group, nowNanos, this.#rates[this.rateIn[group] ?? -1] ?? null, this.#rates[to] ?? null);
  }

  noteSwitch(group: number, nowNanos: number, from: Rate | null, to: Rate | null): void {
    this.switchCount += 1;
    this.switchesOf[group] = (this.switchesOf[group] ?? 0) + 1;
    if (this.switches.length >= maxSwitches) return;
    this.switches.push({
      atSeconds: nowNanos / nanosPerSecond,
      group: this.#keys[group] ?? '',
      from: rateText(from),
      to: rateText(to),
    });
  }
}

/** The different rates among some answers, and which of them each answer has; −1: none. */
export function ratesOf(answers: readonly ResolvedRate[]): {
  readonly rates: readonly Rate[];
  readonly ratesById: Int32Array;
} {
  const ids = new Map<string, number>();
  const rates: Rate[] = [];
  const ratesById = Int32Array.from(answers, ({ rate }) => {
    if (rate === null) return -1;
    const key = `${rate.numberOfRequests}/${rate.durationNanos}`;
    const known = ids.get(key);
    if (known !== undefined) return known;
    ids.set(key, rates.length);
    return rates.push(rate) - 1;
  });
  return { rates, ratesById };
}

/** Counts one more at a place. */
export function addOne(counts: Uint32Array, index: number): void {
  counts[index] = (counts[index] ?? 0) + 1;
}
