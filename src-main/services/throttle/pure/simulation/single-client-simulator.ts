import { decide } from '#shared/throttle/gcra.ts';
import { retryAfterSeconds } from '#shared/throttle/headers.ts';
import type { OnRefused } from '#shared/throttle/traffic/schema.ts';
import { SeededRandom } from '../traffic/random.ts';
import { retryDelayNanos } from '../traffic/retry.ts';
import type { ArrivalStream } from '../traffic/stream.ts';
import type { RetryQueue } from './retries.ts';
import type { ClientSimulator, ShardSetup } from './shard-simulator.ts';
import type { SimulationState } from './state.ts';

/**
 * One client with one pattern and one bucket, which nobody watches: as most clients of large traffic are. It comes to
 * the same as the lane for all cases; the times come in blocks, and the counts of a bin are written when it is over.
 */
export class SingleClientSimulator implements ClientSimulator {
  readonly #setup: ShardSetup;
  readonly #state: SimulationState;
  readonly #stream: ArrivalStream;
  readonly #times: Float64Array;
  readonly #retries: RetryQueue;
  readonly #client: number;
  readonly #group: number;
  readonly #answer: number;
  readonly #onRefused: OnRefused;
  readonly #random: SeededRandom;
  readonly #step: number;
  readonly #tolerance: number;
  readonly #cleaningNanos: number;
  readonly #binNanos: number;
  readonly #endNanos: number;
  readonly #totals: SimulationState['tally']['totals'];
  #next = 0;
  #count = 0;
  #bin = 0;
  #binEnd = 0;
  #accepted = 0;

  constructor(setup: ShardSetup, client: number, stream: ArrivalStream, rateId: number) {
    const { model, state, seed, retries, steps, tolerances } = setup;
    this.#setup = setup;
    this.#state = state;
    this.#totals = state.tally.totals;
    this.#binNanos = model.bins.nanos;
    this.#endNanos = model.bins.endNanos;
    this.#client = client;
    this.#stream = stream;
    this.#times = setup.times;
    this.#retries = retries;
    retries.clear();
    this.#group = model.groupOf[client] ?? 0;
    this.#answer = model.rateOf[client] ?? 0;
    this.#onRefused = model.clients.onRefused(client);
    this.#random = new SeededRandom(seed, `retries of ${model.clients.nameOf(client)}`);
    this.#step = steps[rateId] ?? 0;
    this.#tolerance = tolerances[rateId] ?? 0;
    this.#cleaningNanos = model.filter.config.cleaningIntervalMillis * 1_000_000;
    this.#refill();
    const start = this.#times[0] ?? 0;
    if (start >= setup.untilNanos) return;
    // Where the first request comes with a cleaning, there is no bucket yet that could be forgotten.
    if (start % this.#cleaningNanos === 0) state.tally.evictions -= 1;
    state.rateIn[this.#group] = rateId;
    state.tats[this.#group] = start;
  }

  run(max: number): boolean {
    const { untilNanos } = this.#setup;
    const retries = this.#retries;
    for (let left = max; left > 0; ) {
      if (this.#next === this.#count) this.#refill();
      const at = this.#times[this.#next] ?? 0;
      if (Math.min(at, retries.at) >= untilNanos) {
        this.#flush();
        return true;
      }
      if (retries.at < at) {
        const { at: now, attempt, first } = retries;
        retries.pop();
        this.#totals.retries += 1;
        this.#decideRetry(now, attempt, first);
        left -= 1;
      } else left -= this.#decideArrivals(Math.min(untilNanos - 1, retries.at));
    }
    this.#flush();
    return false;
  }

  /** Decides the arrivals of a block up to a time, that included, or until one is refused; how many. */
  #decideArrivals(untilNanos: number): number {
    const { tats, tally } = this.#state;
    const [times, group, count, from] = [this.#times, this.#group, this.#count, this.#next];
    const [step, tolerance, cleaningNanos] = [this.#step, this.#tolerance, this.#cleaningNanos];
    let [binEnd, evictions, accepted] = [this.#binEnd, 0, this.#accepted];
    let index = from;
    let wait = 0;
    for (; index < count && wait === 0; index += 1) {
      const now = times[index] ?? 0;
      if (now > untilNanos) break;
      if (now >= binEnd) {
        this.#accepted = accepted;
        accepted = 0;
        binEnd = this.#enterBin(now);
      }
      // 1 where a cleaning came between, else 0: by arithmetic, since no processor could guess which.
      const past = Math.floor(now / cleaningNanos) * cleaningNanos - (tats[group] ?? 0);
      evictions += Math.max(0, Math.min(1, past + 1));
      wait = decide(tats, group, now, step, tolerance);
      if (wait === 0) accepted += 1;
    }
    this.#accepted = accepted;
    tally.evictions += evictions;
    this.#next = index;
    const now = times[index - 1] ?? 0;
    if (wait > 0) this.#refuse(now, 1, now, wait);
    return index - from;
  }

  #decideRetry(now: number, attempt: number, first: number): void {
    const { tats, tally } = this.#state;
    if (now >= this.#binEnd) this.#enterBin(now);
    const cleaned = Math.floor(now / this.#cleaningNanos) * this.#cleaningNanos;
    if (cleaned >= (tats[this.#group] ?? 0)) tally.evictions += 1;
    const wait = decide(tats, this.#group, now, this.#step, this.#tolerance);
    if (wait > 0) {
      this.#refuse(now, attempt, first, wait);
      return;
    }
    this.#accepted += 1;
    tally.waited(this.#bin, now - first);
  }

  #enterBin(now: number): number {
    this.#flush();
    this.#bin = Math.floor(now / this.#binNanos);
    this.#binEnd = (this.#bin + 1) * this.#binNanos;
    return this.#binEnd;
  }

  #refill(): void {
    this.#next = 0;
    this.#count = this.#stream.take(this.#times);
    if (this.#count === 0) {
      // Later than everything.
      this.#times[0] = Number.POSITIVE_INFINITY;
      this.#count = 1;
    }
  }

  #refuse(now: number, attempt: number, first: number, waitNanos: number): void {
    const { tally, refused, byRate } = this.#state;
    byRate[this.#answer] = (byRate[this.#answer] ?? 0) + 1;
    refused[this.#group] = (refused[this.#group] ?? 0) + 1;
    const seconds = retryAfterSeconds(waitNanos);
    tally.refuse(this.#bin, seconds);
    if (this.#onRefused.kind === 'drop') return;
    const delay = retryDelayNanos(this.#onRefused, attempt, seconds, this.#random);
    if (delay === null) this.#totals.gaveUp += 1;
    else if (now + delay >= this.#endNanos) this.#totals.pending += 1;
    else this.#retries.push(now + delay, this.#client, attempt + 1, first);
  }

  /** Writes the number of accepted requests in the current bin. */
  #flush(): void {
    const { tally, accepted, byRate } = this.#state;
    if (this.#accepted === 0) return;
    tally.accepted[this.#bin] = (tally.accepted[this.#bin] ?? 0) + this.#accepted;
    accepted[this.#group] = (accepted[this.#group] ?? 0) + this.#accepted;
    byRate[this.#answer] = (byRate[this.#answer] ?? 0) + this.#accepted;
    this.#accepted = 0;
  }
}
