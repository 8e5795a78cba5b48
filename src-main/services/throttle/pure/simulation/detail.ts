import { levelOf } from '#shared/throttle/gcra.ts';
import { rateText } from '#shared/throttle/rate.ts';
import type { GroupResult } from '#shared/throttle/simulation/types.ts';
import type { Rate } from '#shared/throttle/types.ts';
import type { Bins } from './bins.ts';
import type { Seen } from './seen.ts';

const nanosPerSecond = 1_000_000_000;

/** Follows one group through time: its counts and how full its bucket is. */
export class GroupDetail {
  readonly #bins: Bins;
  /** Where the first bin begins. */
  readonly #from: number;
  readonly #key: string;
  readonly #client: string;
  readonly #accepted: Uint32Array;
  readonly #refused: Uint32Array;
  readonly #min: Float64Array;
  /** Tokens times nanoseconds in each bin. */
  readonly #area: Float64Array;
  readonly #capacities: Float64Array;
  #rate: Rate | null = null;
  #firstRefusal: number | null = null;
  /** Up to when the level is drawn, and until when the bucket is booked. */
  #drawn = 0;
  #tat = 0;

  constructor(bins: Bins, key: string, client: string, rate: Rate | null, fromNanos = 0) {
    this.#bins = bins;
    this.#from = fromNanos;
    this.#key = key;
    this.#client = client;
    this.#accepted = new Uint32Array(bins.count);
    this.#refused = new Uint32Array(bins.count);
    this.#min = new Float64Array(bins.count).fill(Number.POSITIVE_INFINITY);
    this.#area = new Float64Array(bins.count);
    this.#capacities = new Float64Array(bins.count);
    // Until the first request the bucket is a full one of the rate it will have.
    this.#rate = rate;
  }

  see({ now, outcome, waitNanos, level, bucket }: Seen, rate: Rate | null): void {
    // A rate that nobody knew beforehand: until now the bucket would have been a full one.
    this.#rate ??= rate;
    this.#drawTo(now);
    if (bucket === 'changed' || bucket === 'new') this.#rate = rate;
    const isShown = now >= this.#from;
    const bin = Math.min(this.#bins.count - 1, Math.floor((now - this.#from) / this.#bins.nanos));
    const counts = outcome === 'refused' ? this.#refused : this.#accepted;
    if (outcome !== 'failed' && isShown) counts[bin] = (counts[bin] ?? 0) + 1;
    if (outcome === 'refused') this.#firstRefusal ??= now;
    if (rate === null || bucket === 'none' || bucket === 'shared') return;
    const taken = waitNanos === 0 ? level - 1 : level;
    this.#tat = now + (rate.numberOfRequests - taken) * rate.stepNanos;
    if (isShown) this.#min[bin] = Math.min(this.#min[bin] ?? 0, taken);
  }

  /** The level goes up in a straight line until the bucket is full. */
  #drawTo(now: number): void {
    const rate = this.#rate;
    this.#drawn = Math.max(this.#drawn, Math.min(now, this.#from));
    while (this.#drawn < now) {
      const bin = Math.floor((this.#drawn - this.#from) / this.#bins.nanos);
      const end = Math.min(now, this.#from + (bin + 1) * this.#bins.nanos);
      if (rate !== null) {
        const { numberOfRequests: capacity, stepNanos } = rate;
        const from = levelOf(this.#tat, this.#drawn, capacity, stepNanos);
        const to = levelOf(this.#tat, end, capacity, stepNanos);
        const rising = Math.min(Math.max(0, this.#tat - this.#drawn), end - this.#drawn);
        const area = ((from + to) / 2) * rising + capacity * (end - this.#drawn - rising);
        this.#area[bin] = (this.#area[bin] ?? 0) + area;
        this.#min[bin] = Math.min(this.#min[bin] ?? 0, from);
        this.#capacities[bin] = capacity;
      }
      this.#drawn = end;
    }
  }

  result(untilNanos: number): GroupResult {
    this.#drawTo(untilNanos);
    const { nanos } = this.#bins;
    const sum = (counts: Uint32Array) => counts.reduce((total, count) => total + count, 0);
    const [accepted, refused] = [sum(this.#accepted), sum(this.#refused)];
    const mean = this.#area.map(
      (area, bin) => area / (Math.min(untilNanos - this.#from, (bin + 1) * nanos) - bin * nanos),
    );
    const min = this.#min.map((level) => (Number.isFinite(level) ? level : 0));
    return {
      key: this.#key,
      label: this.#key === '' ? 'all requests' : this.#key,
      client: this.#client,
      rate: rateText(this.#rate),
      capacity: this.#rate?.numberOfRequests ?? 0,
      accepted,
      refused,
      bins: { accepted: [...this.#accepted], refused: [...this.#refused] },
      level: { min: [...min], mean: [...mean] },
      capacityPerBin: [...this.#capacities],
      share: accepted + refused === 0 ? 0 : refused / (accepted + refused),
      timeToFirstRefusalSeconds: this.#firstRefusal === null ? null : this.#firstRefusal / nanosPerSecond,
    };
  }
}

/** Refused share in each bin of a group; −1 where it had no request. */
export function heatOf({ bins }: GroupResult): readonly number[] {
  return bins.accepted.map((accepted, bin) => {
    const refused = bins.refused[bin] ?? 0;
    return accepted + refused === 0 ? -1 : refused / (accepted + refused);
  });
}
