import { assertNever } from '#shared/errors/index.ts';
import type { Pattern } from '#shared/throttle/traffic/schema.ts';
import { SeededRandom } from './random.ts';

const nanosPerSecond = 1_000_000_000;
/** Pairs of gaps that are drawn beyond those that are to be expected. */
const spare = 4;

/** The requests of one client by one pattern, in the order of time. */
export interface ArrivalStream {
  /** When the next one comes, in whole nanoseconds; Infinity: no more. */
  at: number;
  readonly client: number;
  advance(): void;
  /** Writes the times of the next requests, as many as come and have room; how many. The stream goes on after them. */
  take(times: Float64Array): number;
}

function takeOneByOne(stream: ArrivalStream, times: Float64Array): number {
  let count = 0;
  for (; count < times.length && stream.at !== Number.POSITIVE_INFINITY; count += 1) {
    times[count] = stream.at;
    stream.advance();
  }
  return count;
}

/** A part of time in which the rate changes linearly; rates in requests per nanosecond. */
interface Segment {
  readonly from: number;
  readonly until: number;
  readonly rate: number;
  /** By how much the rate changes in a nanosecond. */
  readonly slope: number;
}

/** Requests that are evenly spaced, at a rate that changes over time. */
class RateStream implements ArrivalStream {
  at = 0;
  readonly client: number;
  readonly #segments: readonly Segment[];
  #index = -1;
  #exact = 0;
  #until = 0;
  #rate = 0;
  #perRate = 0;
  #slope = 0;

  constructor(client: number, segments: readonly Segment[], first: number) {
    this.client = client;
    this.#segments = segments;
    if (this.#enterNext()) this.#pass(first);
    else this.at = Number.POSITIVE_INFINITY;
  }

  advance(): void {
    this.#pass(1);
  }

  take(times: Float64Array): number {
    return takeOneByOne(this, times);
  }

  /** Goes on in time until so many requests, or a part of one, have come. */
  #pass(requests: number): void {
    let left = requests;
    for (;;) {
      const next = this.#exact + this.#timeFor(left);
      const rounded = Math.floor(next + 0.5);
      if (rounded < this.#until) {
        this.#rate += this.#slope * (next - this.#exact);
        this.#exact = next;
        this.at = rounded;
        return;
      }
      const time = this.#until - this.#exact;
      left -= this.#rate * time + (this.#slope * time * time) / 2;
      if (this.#enterNext()) continue;
      this.at = Number.POSITIVE_INFINITY;
      return;
    }
  }

  #timeFor(requests: number): number {
    if (this.#slope === 0) return requests * this.#perRate;
    const discriminant = this.#rate * this.#rate + 2 * this.#slope * requests;
    if (discriminant < 0) return Number.POSITIVE_INFINITY;
    const sum = this.#rate + Math.sqrt(discriminant);
    return sum <= 0 ? Number.POSITIVE_INFINITY : (2 * requests) / sum;
  }

  #enterNext(): boolean {
    this.#index += 1;
    const segment = this.#segments[this.#index];
    if (segment === undefined) return false;
    this.#exact = segment.from;
    this.#until = segment.until;
    this.#rate = segment.rate;
    this.#perRate = segment.rate > 0 ? 1 / segment.rate : Number.POSITIVE_INFINITY;
    this.#slope = segment.slope;
    return true;
  }
}

/** Requests at random, at a rate that stays: a Poisson process. */
class PoissonStream implements ArrivalStream {
  at = 0;
  readonly client: number;
  /** Which draws the next gap, and which the one after it. */
  #random: SeededRandom;
  #otherRandom: SeededRandom;
  readonly #perRate: number;
  readonly #until: number;
  #exact: number;

  constructor({ client, seed, name }: StreamOwner, { from, until, rate }: Segment) {
    this.client = client;
    this.#random = new SeededRandom(seed, name);
    this.#otherRandom = new SeededRandom(seed, `${name}\nother`);
    this.#perRate = rate > 0 ? 1 / rate : Number.POSITIVE_INFINITY;
    this.#exact = from;
    this.#until = until;
    this.advance();
  }

  advance(): void {
    this.#exact += this.#random.exponential() * this.#perRate;
    const rounded = Math.floor(this.#exact + 0.5);
    this.at = rounded < this.#until ? rounded : Number.POSITIVE_INFINITY;
    [this.#random, this.#otherRandom] = [this.#otherRandom, this.#random];
  }

  take(room: Float64Array): number {
    if (this.at === Number.POSITIVE_INFINITY || room.length < 2) return takeOneByOne(this, room);
    // In one go, since a day can have millions; but not many more than are to come. What is drawn beyond the end is
    // needed by nobody.
    const toCome = (this.#until - this.#exact) / this.#perRate;
    const pairs = Math.min(room.length >> 1, Math.ceil(toCome / 2) + spare);
    const times = room.subarray(0, pairs * 2);
    SeededRandom.fillExponential(times, this.#random, this.#otherRandom);
    let at = this.at;
    let exact = this.#exact;
    for (let index = 0; index < times.length; index += 1) {
      exact += (times[index] ?? 0) * this.#perRate;
      times[index] = at;
      at = Math.floor(exact + 0.5);
      if (at < this.#until) continue;
      this.at = Number.POSITIVE_INFINITY;
      return index + 1;
    }
    this.#exact = exact;
    this.at = at;
    return times.length;
  }
}

/** Requests that were recorded, of any number of clients: those at one moment stay in the order of the log. */
class RecordedStream implements ArrivalStream {
  at = Number.POSITIVE_INFINITY;
  client = -1;
  readonly #requests: RecordedRequests;
  readonly #order: ArrayLike<number> | null;
  readonly #length: number;
  #index = -1;

  constructor(requests: RecordedRequests, order: ArrayLike<number> | null) {
    this.#requests = requests;
    this.#order = order;
    this.#length = (order ?? requests.timesNanos).length;
    this.advance();
  }

  advance(): void {
    this.#index += 1;
    if (this.#index >= this.#length) {
      this.at = Number.POSITIVE_INFINITY;
      return;
    }
    const place = this.#order === null ? this.#index : (this.#order[this.#index] ?? 0);
    this.at = this.#requests.timesNanos[place] ?? Number.POSITIVE_INFINITY;
    this.client = this.#requests.clients[place] ?? -1;
  }

  take(times: Float64Array): number {
    return takeOneByOne(this, times);
  }
}

/** Several requests at one moment. */
class BurstStream implements ArrivalStream {
  at: number;
  readonly client: number;
  #left: number;

  constructor(client: number, at: number, requests: number) {
    this.client = client;
    this.at = at;
    this.#left = requests;
  }

  advance(): void {
    this.#left -= 1;
    if (this.#left <= 0) this.at = Number.POSITIVE_INFINITY;
  }

  take(times: Float64Array): number {
    return takeOneByOne(this, times);
  }
}

/** Properties that distinguish the streams of clients that behave alike. */
export interface StreamOwner {
  readonly client: number;
  /** Its position among the clients of its class, 0 … 1: steady clients take turns. */
  readonly phase: number;
  readonly seed: number;
  /** Unlike that of any other stream of the traffic. */
  readonly name: string;
  readonly durationSeconds: number;
}

/** Recorded requests in the order of time: when they come, ascending, and whose they are. */
export interface RecordedRequests {
  readonly timesNanos: Float64Array;
  readonly clients: Int32Array;
}

/** The recorded requests at some places of their list, which ascend; null: all of them. */
export function recordedStream(requests: RecordedRequests, order: ArrayLike<number> | null): ArrivalStream {
  return new RecordedStream(requests, order);
}

/** The requests of one client by one pattern. */
export function streamOf(pattern: Pattern, owner: StreamOwner): ArrivalStream {
  const { client, phase } = owner;
  switch (pattern.kind) {
    case 'burst':
      return new BurstStream(client, Math.round(pattern.atSeconds * nanosPerSecond), pattern.requests);
    case 'steady':
      return new RateStream(client, [spanOf(pattern, owner, pattern.perSecond)], phase);
    case 'poisson':
      return new PoissonStream(owner, spanOf(pattern, owner, pattern.perSecond));
    case 'ramp': {
      const segment = spanOf(pattern, owner, pattern.fromPerSecond, pattern.toPerSecond);
      return new RateStream(client, [segment], 1 - phase);
    }
    case 'stages':
      return new RateStream(client, stageSegments(pattern), 1 - phase);
    default:
      return assertNever(pattern);
  }
}

function segmentOf(fromSeconds: number, untilSeconds: number, first: number, last: number): Segment {
  const from = fromSeconds * nanosPerSecond;
  const until = untilSeconds * nanosPerSecond;
  const rate = first / nanosPerSecond;
  return { from, until, rate, slope: until > from ? (last / nanosPerSecond - rate) / (until - from) : 0 };
}

function spanOf(
  {
    fromSeconds = 0,
    untilSeconds,
  }: { readonly fromSeconds?: number | undefined; readonly untilSeconds?: number | undefined },
  { durationSeconds }: StreamOwner,
  first: number,
  last = first,
): Segment {
  return segmentOf(fromSeconds, untilSeconds ?? durationSeconds, first, last);
}

function stageSegments({
  fromSeconds = 0,
  stages,
}: Extract<Pattern, { kind: 'stages' }>): readonly Segment[] {
  let at = fromSeconds;
  let rate = 0;
  return stages.map(({ durationSeconds, perSecond }) => {
    const segment = segmentOf(at, at + durationSeconds, rate, perSecond);
    at += durationSeconds;
    rate = perSecond;
    return segment;
  });
}
