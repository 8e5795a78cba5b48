import { decide, levelOf } from '#shared/throttle/gcra.ts';
import { retryAfterSeconds } from '#shared/throttle/headers.ts';
import type { Rate } from '#shared/throttle/types.ts';
import { ArrivalQueue } from '../traffic/arrivals.ts';
import { SeededRandom } from '../traffic/random.ts';
import { retryDelayNanos } from '../traffic/retry.ts';
import type { ArrivalStream } from '../traffic/stream.ts';
import type { Model, Resolved } from './model.ts';
import type { RetryQueue } from './retries.ts';
import type { Observer, Seen } from './seen.ts';
import { addOne, type SimulationState } from './state.ts';

/** Clients that are simulated by themselves. */
export interface ClientSimulator {
  /** Decides so many requests; whether it has come to the end. */
  run(max: number): boolean;
}

/** Data that all fast lanes of a simulation share. */
export interface ShardSetup {
  readonly model: Model;
  readonly state: SimulationState;
  readonly rates: readonly Rate[];
  /** Steps and tolerances of the rates by their numbers. */
  readonly steps: Float64Array;
  readonly tolerances: Float64Array;
  readonly ratesById: Int32Array;
  readonly seed: number;
  /** Shared, since lanes run one after the other. */
  readonly retries: RetryQueue;
  /** Room for the times of the next requests. */
  readonly times: Float64Array;
  /** Time at which it ends, in nanoseconds. */
  readonly untilNanos: number;
  /** Sees every decision; null: nobody looks. */
  readonly observer: Observer | null;
}

/**
 * The clients of one shard, whose keys and rates are known beforehand: decided in the order of time with nothing but
 * arithmetic on typed arrays.
 */
export class ShardSimulator implements ClientSimulator {
  readonly #setup: ShardSetup;
  readonly #state: SimulationState;
  readonly #arrivals: ArrivalQueue;
  readonly #retries: RetryQueue;
  readonly #random: SeededRandom;
  readonly #hasPhases: boolean;
  /** The outcome of a request for which there is no token. */
  readonly #beyond: 'refused' | 'shadowed';
  readonly #binNanos: number;
  readonly #cleaningNanos: number;
  /** If all clients are one and the same: its group and answer. */
  readonly #only: Resolved | null;
  readonly #seen: Seen = {
    now: 0,
    client: 0,
    attempt: 1,
    first: 0,
    group: -1,
    answer: 0,
    outcome: 'accepted',
    waitNanos: 0,
    level: 0,
    bucket: 'none',
  };
  #binEnd = 0;
  /** The last cleaning that has been. */
  #cleaning = 0;
  #bin = -1;

  constructor(setup: ShardSetup, clients: Uint32Array, streams: readonly ArrivalStream[]) {
    const { model, state, seed } = setup;
    this.#setup = setup;
    this.#state = state;
    this.#retries = setup.retries;
    this.#retries.clear();
    this.#arrivals = new ArrivalQueue(streams);
    this.#hasPhases = clients.some((client) => model.phases.has(client));
    const first = clients[0] ?? -1;
    this.#only =
      clients.length === 1 && !this.#hasPhases
        ? { fromNanos: 0, group: model.groupOf[first] ?? -1, answer: model.rateOf[first] ?? 0 }
        : null;
    this.#random = new SeededRandom(seed, `retries of ${model.clients.nameOf(first)}`);
    this.#beyond = model.filter.config.shadow ? 'shadowed' : 'refused';
    this.#binNanos = model.bins.nanos;
    this.#cleaningNanos = model.filter.config.cleaningIntervalMillis * 1_000_000;
  }

  run(max: number): boolean {
    const { untilNanos } = this.#setup;
    const arrivals = this.#arrivals;
    const retries = this.#retries;
    for (let count = 0; count < max; count += 1) {
      const { at } = arrivals;
      if (retries.at < at && retries.at < untilNanos) {
        const { at: now, client, attempt, first } = retries;
        retries.pop();
        this.#decide(now, client, attempt, first);
      } else if (at < untilNanos) {
        const { client } = arrivals;
        arrivals.advance();
        this.#decide(at, client, 1, at);
      } else return true;
    }
    return false;
  }

  #resolve(client: number, now: number): Resolved | null {
    const phases = this.#setup.model.phases.get(client);
    return phases?.findLast(({ fromNanos }) => fromNanos <= now) ?? null;
  }

  #decide(now: number, client: number, attempt: number, first: number): void {
    const { model, ratesById } = this.#setup;
    const state = this.#state;
    const resolved = this.#only ?? (this.#hasPhases ? this.#resolve(client, now) : null);
    const group = resolved === null ? (model.groupOf[client] ?? -1) : resolved.group;
    const answer = resolved === null ? (model.rateOf[client] ?? 0) : resolved.answer;
    if (now >= this.#binEnd) {
      this.#bin = Math.floor(now / this.#binNanos);
      this.#binEnd = (this.#bin + 1) * this.#binNanos;
    }
    if (attempt > 1) state.tally.totals.retries += 1;
    addOne(state.byRate, answer);
    const rateId = ratesById[answer] ?? -1;
    if (group < 0 || rateId < 0) this.#withoutBucket(now, client, attempt, group, answer);
    else this.#take(now, client, attempt, first, group, answer, rateId);
  }

  #take(
    now: number,
    client: number,
    attempt: number,
    first: number,
    group: number,
    answer: number,
    rateId: number,
  ): void {
    const { observer, steps, tolerances } = this.#setup;
    const state = this.#state;
    const { tally, tats } = state;
    const before = state.rateIn[group] ?? -1;
    const held = tats[group] ?? 0;
    const isForgotten = before !== -1 && held <= now && this.#isSweptBetween(held, now);
    if (isForgotten) tally.evictions += 1;
    if (before !== rateId) {
      if (before !== -1) state.switched(group, now, rateId);
      state.rateIn[group] = rateId;
      tats[group] = now;
    }
    const tat = tats[group] ?? 0;
    const waitNanos = decide(tats, group, now, steps[rateId] ?? 0, tolerances[rateId] ?? 0);
    const outcome = waitNanos === 0 ? 'accepted' : this.#beyond;
    if (outcome === 'refused') {
      addOne(state.refused, group);
      const seconds = retryAfterSeconds(waitNanos);
      tally.refuse(this.#bin, seconds);
      this.#retry(now, client, attempt, first, seconds);
    } else {
      addOne(state.accepted, group);
      addOne(tally.accepted, this.#bin);
      if (outcome === 'shadowed') tally.totals.shadowed += 1;
      if (attempt > 1) tally.waited(this.#bin, now - first);
    }
    if (observer === null) return;
    const rate = this.#setup.rates[rateId];
    const seen = this.#note(now, client, attempt, group, answer);
    seen.first = first;
    seen.outcome = outcome;
    seen.waitNanos = waitNanos;
    seen.level = rate === undefined ? 0 : levelOf(tat, now, rate.numberOfRequests, rate.stepNanos);
    seen.bucket = before === -1 || isForgotten ? 'new' : before === rateId ? 'kept' : 'changed';
    observer(seen);
  }

  /** Tests whether a cleaning comes between two moments, the second one left out. */
  #isSweptBetween(tat: number, now: number): boolean {
    if (now < this.#cleaning + this.#cleaningNanos && now >= this.#cleaning) return this.#cleaning >= tat;
    this.#cleaning = Math.floor(now / this.#cleaningNanos) * this.#cleaningNanos;
    return this.#cleaning >= tat;
  }

  #note(now: number, client: number, attempt: number, group: number, answer: number): Seen {
    const seen = this.#seen;
    seen.now = now;
    seen.client = client;
    seen.attempt = attempt;
    seen.group = group;
    seen.answer = answer;
    return seen;
  }

  #withoutBucket(now: number, client: number, attempt: number, group: number, answer: number): void {
    const { tally } = this.#state;
    const { error = null, isReached = true } = this.#setup.model.answers[answer] ?? {};
    const hasFailed = error !== null;
    if (!isReached) this.#state.notTaken(client, this.#bin);
    else if (hasFailed) {
      addOne(tally.failed, this.#bin);
      if (group < 0) this.#state.withoutKey += 1;
    } else {
      addOne(tally.accepted, this.#bin);
      tally.totals.unthrottled += 1;
      if (group >= 0) addOne(this.#state.accepted, group);
    }
    const { observer } = this.#setup;
    if (observer === null) return;
    const seen = this.#note(now, client, attempt, group, answer);
    seen.outcome = isReached ? (hasFailed ? 'failed' : 'unthrottled') : 'notTaken';
    seen.waitNanos = 0;
    seen.level = 0;
    seen.bucket = 'none';
    observer(seen);
  }

  #retry(now: number, client: number, attempt: number, first: number, seconds: number): void {
    const { totals } = this.#state.tally;
    const { clients, bins } = this.#setup.model;
    const onRefused = clients.onRefused(client);
    if (onRefused.kind === 'drop') return;
    const delay = retryDelayNanos(onRefused, attempt, seconds, this.#random);
    if (delay === null) totals.gaveUp += 1;
    else if (now + delay >= bins.endNanos) totals.pending += 1;
    else this.#retries.push(now + delay, client, attempt + 1, first);
  }
}
