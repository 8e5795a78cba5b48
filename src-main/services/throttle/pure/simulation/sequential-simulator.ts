import { GatehouseError } from '#shared/errors/index.ts';
import { retryAfterSeconds } from '#shared/throttle/headers.ts';
import { createLimiter } from '#shared/throttle/limiter.ts';
import type { Limiter, RateResult } from '#shared/throttle/types.ts';
import { ArrivalQueue } from '../traffic/arrivals.ts';
import { allStreams } from '../traffic/clients.ts';
import { SeededRandom } from '../traffic/random.ts';
import { retryDelayNanos } from '../traffic/retry.ts';
import { type Model, RateTable, type ResolvedRate, type YieldPoint } from './model.ts';
import { RetryQueue } from './retries.ts';
import { scopeOf } from './scope.ts';
import type { Observer, Outcome, Seen } from './seen.ts';

const nanosPerMilli = 1_000_000;
const maxRequests = 2_000_000;

/** How the requests of a slow lane end that were refused. */
export interface Ends {
  gaveUp: number;
  pending: number;
}

/**
 * All clients in the order of time, with the limiter of the gateway itself: for policies that look at more than the
 * request, for more groups than may have a bucket of their own, and for refill that is carried over.
 */
export class SequentialSimulator {
  readonly answers = new RateTable();
  readonly ends: Ends = { gaveUp: 0, pending: 0 };
  readonly limiter: Limiter;
  readonly #model: Model;
  readonly #random: SeededRandom;
  readonly #retries = new RetryQueue();
  readonly #cleaningNanos: number;
  #cleaned = 0;

  constructor(model: Model, seed: number) {
    const { config } = model.filter;
    this.#model = model;
    this.#random = new SeededRandom(seed, 'retries');
    this.limiter = createLimiter(config);
    this.#cleaningNanos = config.cleaningIntervalMillis * nanosPerMilli;
  }

  /**
   * Decides everything until a time, and shows it to an observer; `done` is told how far it has come.
   * @throws simulation.too-large
   */
  async run(
    untilNanos: number,
    observer: Observer,
    yieldNow: YieldPoint,
    done: (now: number) => void,
  ): Promise<void> {
    const { clients } = this.#model;
    const arrivals = new ArrivalQueue(allStreams(clients));
    const retries = this.#retries;
    for (let count = 0; ; count += 1) {
      if (count >= maxRequests)
        throw new GatehouseError(
          'simulation.too-large',
          'The traffic has too many requests for this policy.',
          {
            fix: `Reduce the traffic. Requests simulated one by one are limited to ${maxRequests}.`,
          },
        );
      const { at } = arrivals;
      if (Math.min(at, retries.at) >= untilNanos) break;
      const pause = yieldNow();
      if (pause !== null) {
        done(Math.min(at, retries.at));
        await pause;
      }
      if (retries.at < at) {
        const { at: now, client, attempt, first } = retries;
        retries.pop();
        await this.#decide(now, client, attempt, first, observer);
      } else {
        const { client } = arrivals;
        arrivals.advance();
        await this.#decide(at, client, 1, at, observer);
      }
    }
    this.#clean(untilNanos);
  }

  async #answer(client: number, now: number, known: ResolvedRate | undefined): Promise<ResolvedRate> {
    const { policy, clients, roots, isIdentified } = this.#model;
    const isKnown = policy.isPure || known?.isReached === false || known?.error !== null;
    if (known !== undefined && isKnown) return known;
    const phase = clients.phasesOf(client).findLast(({ fromNanos }) => fromNanos <= now);
    const attributes = isIdentified ? (phase?.attributes ?? {}) : null;
    try {
      const answer: RateResult = await policy.rate(
        scopeOf(clients.requestOf(client), attributes, roots),
        now,
      );
      return {
        rate: answer.rate,
        why: answer.why,
        mapped: answer.mapped ?? null,
        error: null,
        isReached: true,
      };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      return { rate: null, why: 'none', mapped: null, error: text, isReached: true };
    }
  }

  async #decide(
    now: number,
    client: number,
    attempt: number,
    first: number,
    observer: Observer,
  ): Promise<void> {
    const { groupOf, rateOf, answers, phases, keys } = this.#model;
    const resolved = phases.get(client)?.findLast(({ fromNanos }) => fromNanos <= now);
    const group = resolved?.group ?? groupOf[client] ?? -1;
    const answer = await this.#answer(client, now, answers[resolved?.answer ?? rateOf[client] ?? 0]);
    const key = keys[group];
    this.#clean(now);
    const seen: Seen = {
      now,
      client,
      attempt,
      first,
      group,
      answer: this.answers.idOf(answer),
      outcome: 'unthrottled',
      waitNanos: 0,
      level: 0,
      bucket: 'none',
    };
    if (!answer.isReached) seen.outcome = 'notTaken';
    else if (answer.error !== null || key === undefined) seen.outcome = 'failed';
    else if (answer.rate !== null) this.#take(seen, key, answer.rate);
    observer(seen);
    if (seen.outcome === 'refused') this.#retry(seen);
  }

  #take(seen: Seen, key: string, rate: NonNullable<ResolvedRate['rate']>): void {
    const { now } = seen;
    const before = this.limiter.peek(key, now);
    const { overflowed } = this.limiter;
    seen.waitNanos = this.limiter.decide(key, rate, now);
    const beyond: Outcome = this.#model.filter.config.shadow ? 'shadowed' : 'refused';
    seen.outcome = seen.waitNanos === 0 ? 'accepted' : beyond;
    const isSame =
      before?.rate.numberOfRequests === rate.numberOfRequests &&
      before.rate.durationNanos === rate.durationNanos;
    seen.level = isSame ? before.level : rate.numberOfRequests;
    seen.bucket = before === null ? 'new' : isSame ? 'kept' : 'changed';
    if (this.limiter.overflowed === overflowed) return;
    seen.bucket = 'shared';
    seen.level = seen.waitNanos === 0 ? 1 : 0;
  }

  #clean(now: number): void {
    const due = Math.floor(now / this.#cleaningNanos) * this.#cleaningNanos;
    if (due <= this.#cleaned) return;
    this.#cleaned = due;
    this.limiter.sweep(due);
  }

  #retry({ now, client, attempt, first, waitNanos }: Seen): void {
    const onRefused = this.#model.clients.onRefused(client);
    if (onRefused.kind === 'drop') return;
    const delay = retryDelayNanos(onRefused, attempt, retryAfterSeconds(waitNanos), this.#random);
    if (delay === null) this.ends.gaveUp += 1;
    else if (now + delay >= this.#model.bins.endNanos) this.ends.pending += 1;
    else this.#retries.push(now + delay, client, attempt + 1, first);
  }
}
