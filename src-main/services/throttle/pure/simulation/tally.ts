import type { Distribution, SimulationTotals } from '#shared/throttle/simulation/types.ts';
import type { Bins } from './bins.ts';
import { BinnedHistogram, type Histogram } from './histogram.ts';

const nanosPerMilli = 1_000_000;

type Counts = { -readonly [Name in keyof SimulationTotals]: number };

/** Counts everything that a simulation says of all groups together. */
export class Tally {
  readonly totals: Counts = {
    offered: 0,
    accepted: 0,
    refused: 0,
    failed: 0,
    unthrottled: 0,
    notTaken: 0,
    shadowed: 0,
    retries: 0,
    gaveUp: 0,
    pending: 0,
    overflowed: 0,
  };
  readonly accepted: Uint32Array;
  readonly refused: Uint32Array;
  readonly failed: Uint32Array;
  readonly notTaken: Uint32Array;
  evictions = 0;
  readonly #retryAfter: BinnedHistogram;
  readonly #waiting: BinnedHistogram;

  constructor({ count }: Bins) {
    this.accepted = new Uint32Array(count);
    this.refused = new Uint32Array(count);
    this.failed = new Uint32Array(count);
    this.notTaken = new Uint32Array(count);
    this.#retryAfter = new BinnedHistogram(count);
    this.#waiting = new BinnedHistogram(count);
  }

  refuse(bin: number, retryAfterSeconds: number): void {
    this.refused[bin] = (this.refused[bin] ?? 0) + 1;
    this.#retryAfter.add(bin, retryAfterSeconds);
  }

  /** A request that was refused at first has come through. */
  waited(bin: number, nanos: number): void {
    this.#waiting.add(bin, Math.ceil(nanos / nanosPerMilli));
  }

  get retryAfter(): Distribution {
    return distributionOf(this.#retryAfter, this.accepted.length, 1);
  }

  get waiting(): Distribution {
    return distributionOf(this.#waiting, this.accepted.length, 1_000);
  }
}

function distributionOf(histograms: BinnedHistogram, binCount: number, perSecond: number): Distribution {
  const quantileOf = (histogram: Histogram, share: number) => {
    const value = histogram.quantile(share);
    return value === null ? null : value / perSecond;
  };
  const all = histograms.all();
  const perBin = Array.from({ length: binCount }, (_, bin) => {
    const histogram = histograms.of(bin);
    return { p50: quantileOf(histogram, 0.5), p95: quantileOf(histogram, 0.95) };
  });
  return {
    p50: quantileOf(all, 0.5) ?? 0,
    p95: quantileOf(all, 0.95) ?? 0,
    p99: quantileOf(all, 0.99) ?? 0,
    histogram: all.entries().map(([value, count]) => [value / perSecond, count] as const),
    perBin: { p50: perBin.map(({ p50 }) => p50), p95: perBin.map(({ p95 }) => p95) },
  };
}
