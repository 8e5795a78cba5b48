import { decideCarryOver } from './carry-over.ts';
import { decide, levelOf, waitOf } from './gcra.ts';
import { isSameRate } from './rate.ts';
import type { BucketView, Limiter, LimiterOptions, Rate } from './types.ts';

const firstSlots = 64;
/** Buckets that a new group looks through for a full one when there is no room left. */
const searchedForRoom = 32;
/** Buckets that are looked through for those to show. */
const maxViewed = 20_000;
/** Rates of which one object serves all groups; scripts can make any number of them. */
const maxKnownRates = 256;
/** Shared buckets that are kept before the full ones are dropped. */
const manyShared = 1_024;

/**
 * A limiter over typed arrays: beyond its key a group takes an entry of a Map, a float and a reference to its rate.
 * Forgetting a full bucket changes no decision; one that is in use is forgotten only by who asks for it.
 */
class BucketTable implements Limiter {
  readonly maxGroups: number;
  readonly #slots = new Map<string, number>();
  readonly #rates: Rate[] = [];
  readonly #free: number[] = [];
  readonly #knownRates = new Map<string, Rate>();
  /** Buckets of those for whom there was no room, one for each rate. */
  readonly #shared = new Map<string, Float64Array>();
  #tats = new Float64Array(firstSlots);
  /** Tokens by slot, only where refill is carried over: then `#tats` holds the time of the last refill. */
  #counters: Int32Array | null;
  #sweeping: MapIterator<[string, number]> | null = null;
  #overflowed = 0;
  #evicted = 0;

  constructor({ maxGroups, carryOver = false }: LimiterOptions) {
    this.maxGroups = maxGroups;
    this.#counters = carryOver ? new Int32Array(firstSlots) : null;
  }

  get size(): number {
    return this.#slots.size;
  }

  get overflowed(): number {
    return this.#overflowed;
  }

  get evicted(): number {
    return this.#evicted;
  }

  decide(group: string, rate: Rate, nowNanos: number): number {
    const slot = this.#slots.get(group);
    if (slot === undefined) return this.#decideNew(group, rate, nowNanos);
    const held = this.#rates[slot];
    if (held !== rate && (held === undefined || !isSameRate(held, rate))) this.#open(slot, rate, nowNanos);
    if (this.#counters !== null) return decideCarryOver(this.#tats, this.#counters, slot, nowNanos, rate);
    return decide(this.#tats, slot, nowNanos, rate.stepNanos, rate.toleranceNanos);
  }

  #decideNew(group: string, rate: Rate, nowNanos: number): number {
    if (this.#slots.size >= this.maxGroups) this.sweep(nowNanos, searchedForRoom);
    if (this.#slots.size >= this.maxGroups) return this.#decideShared(rate, nowNanos);
    const slot = this.#free.pop() ?? this.#slots.size;
    if (slot >= this.#tats.length) this.#grow();
    this.#slots.set(group, slot);
    this.#open(slot, rate, nowNanos);
    if (this.#counters !== null) return decideCarryOver(this.#tats, this.#counters, slot, nowNanos, rate);
    return decide(this.#tats, slot, nowNanos, rate.stepNanos, rate.toleranceNanos);
  }

  #decideShared(rate: Rate, nowNanos: number): number {
    this.#overflowed += 1;
    const key = keyOf(rate);
    let tats = this.#shared.get(key);
    if (tats === undefined) {
      if (this.#shared.size >= manyShared)
        for (const [other, [tat = 0]] of this.#shared) if (tat <= nowNanos) this.#shared.delete(other);
      tats = Float64Array.of(nowNanos);
      this.#shared.set(key, tats);
    }
    return decide(tats, 0, nowNanos, rate.stepNanos, rate.toleranceNanos);
  }

  /** A full bucket of a rate: what the group had used of another is forgotten. */
  #open(slot: number, rate: Rate, nowNanos: number): void {
    this.#rates[slot] = this.#oneObjectOf(rate);
    this.#tats[slot] = nowNanos;
    if (this.#counters !== null) this.#counters[slot] = rate.numberOfRequests;
  }

  #oneObjectOf(rate: Rate): Rate {
    const key = keyOf(rate);
    const known = this.#knownRates.get(key);
    if (known !== undefined) return known;
    if (this.#knownRates.size >= maxKnownRates) this.#knownRates.clear();
    this.#knownRates.set(key, rate);
    return rate;
  }

  #grow(): void {
    const length = Math.min(this.#tats.length * 2, Math.max(firstSlots, this.maxGroups));
    const tats = new Float64Array(length);
    tats.set(this.#tats);
    this.#tats = tats;
    if (this.#counters === null) return;
    const counters = new Int32Array(length);
    counters.set(this.#counters);
    this.#counters = counters;
  }

  peek(group: string, nowNanos: number): BucketView | null {
    const slot = this.#slots.get(group);
    return slot === undefined ? null : this.#view(group, slot, nowNanos);
  }

  #view(group: string, slot: number, nowNanos: number): BucketView | null {
    const rate = this.#rates[slot];
    if (rate === undefined) return null;
    const tat = this.#tats[slot] ?? 0;
    const { numberOfRequests, stepNanos, toleranceNanos } = rate;
    if (this.#counters !== null) {
      // A copy decides, so that nothing is taken.
      const counters = Int32Array.of(this.#counters[slot] ?? 0);
      const waitNanos = decideCarryOver(Float64Array.of(tat), counters, 0, nowNanos, rate);
      return { group, rate, level: waitNanos > 0 ? 0 : (counters[0] ?? 0) + 1, waitNanos };
    }
    const level = levelOf(tat, nowNanos, numberOfRequests, stepNanos);
    return { group, rate, level, waitNanos: waitOf(tat, nowNanos, stepNanos, toleranceNanos) };
  }

  views(nowNanos: number, max: number): readonly BucketView[] {
    const views: BucketView[] = [];
    for (const [group, slot] of this.#slots) {
      const view = this.#view(group, slot, nowNanos);
      if (view !== null) views.push(view);
      if (views.length >= maxViewed) break;
    }
    const share = ({ level, rate }: BucketView) => level / rate.numberOfRequests;
    return views.toSorted((a, b) => share(a) - share(b)).slice(0, max);
  }

  sweep(nowNanos: number, maxGroups = Number.POSITIVE_INFINITY): number {
    let gone = 0;
    for (let left = Math.min(maxGroups, this.#slots.size); left > 0; ) {
      this.#sweeping ??= this.#slots.entries();
      const next = this.#sweeping.next();
      if (next.done === true) {
        // The last sweep had left off somewhere: the rest of this one begins at the start.
        this.#sweeping = null;
        if (this.#slots.size === 0) break;
        continue;
      }
      left -= 1;
      const [group, slot] = next.value;
      if (!this.#isFull(slot, nowNanos)) continue;
      this.#slots.delete(group);
      this.#free.push(slot);
      gone += 1;
    }
    this.#evicted += gone;
    return gone;
  }

  #isFull(slot: number, nowNanos: number): boolean {
    const tat = this.#tats[slot] ?? 0;
    // Carried-over refill is lost only after a whole duration.
    if (this.#counters !== null) return nowNanos - tat > (this.#rates[slot]?.durationNanos ?? 0);
    return tat <= nowNanos;
  }

  rebase(byNanos: number): void {
    for (let slot = 0; slot < this.#tats.length; slot += 1)
      this.#tats[slot] = Math.max((this.#tats[slot] ?? 0) - byNanos, -Number.MAX_SAFE_INTEGER);
    for (const tats of this.#shared.values()) tats[0] = (tats[0] ?? 0) - byNanos;
  }

  forgetOldest(): void {
    const [oldest] = this.#slots;
    if (oldest === undefined) return;
    const [group, slot] = oldest;
    this.#slots.delete(group);
    this.#free.push(slot);
    this.#evicted += 1;
  }

  clear(): void {
    this.#slots.clear();
    this.#rates.length = 0;
    this.#free.length = 0;
    this.#shared.clear();
    this.#sweeping = null;
    this.#tats = new Float64Array(firstSlots);
    if (this.#counters !== null) this.#counters = new Int32Array(firstSlots);
  }
}

const keyOf = ({ numberOfRequests, durationNanos }: Rate): string => `${numberOfRequests}/${durationNanos}`;

/** Makes a limiter without groups. */
export function createLimiter(options: LimiterOptions): Limiter {
  return new BucketTable(options);
}
