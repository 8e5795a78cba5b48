/** Values below 64 are counted one by one, larger ones in 32 steps for each power of two: 3 % at most. */
const exact = 64;
const exactBits = 6;
const stepBits = 5;
const octaves = 47;
const firstLength = 32;
const length = exact + octaves * (1 << stepBits);

/** The place at which a whole number is counted. */
function placeOf(value: number): number {
  if (value < exact) return value;
  const octave = Math.min(octaves - 1, exponentOf(value) - exactBits);
  const step = Math.floor(value / 2 ** (octave + exactBits - stepBits)) - (1 << stepBits);
  return Math.min(length - 1, exact + octave * (1 << stepBits) + step);
}

function exponentOf(value: number): number {
  return value < 0x1_0000_0000 ? 31 - Math.clz32(value) : 63 - Math.clz32(Math.floor(value / 0x1_0000_0000));
}

/** The highest whole number that is counted at a place. */
function upperBoundOf(index: number): number {
  if (index < exact) return index;
  const octave = (index - exact) >> stepBits;
  const step = (index - exact) & ((1 << stepBits) - 1);
  return ((1 << stepBits) + step + 1) * 2 ** (octave + exactBits - stepBits) - 1;
}

/** Counts whole numbers and says below what a share of them lies. */
export class Histogram {
  /** As long as the values so far need: most are small, and there is a histogram for each bin. */
  #counts: Uint32Array | null = null;
  #total = 0;
  max = 0;

  get total(): number {
    return this.#total;
  }

  add(value: number, times = 1): void {
    const index = placeOf(value);
    let counts = this.#counts;
    if (counts === null || index >= counts.length) {
      counts = new Uint32Array(Math.min(length, Math.max(firstLength, index + (index >> 1))));
      counts.set(this.#counts ?? []);
      this.#counts = counts;
    }
    counts[index] = (counts[index] ?? 0) + times;
    this.#total += times;
    if (value > this.max) this.max = value;
  }

  /** The value below or at which a share of all lie, 0 … 1; null: there are none. */
  quantile(share: number): number | null {
    if (this.#counts === null) return null;
    let left = Math.max(1, Math.ceil(share * this.#total));
    for (let index = 0; index < this.#counts.length; index += 1) {
      left -= this.#counts[index] ?? 0;
      if (left <= 0) return Math.min(upperBoundOf(index), this.max);
    }
    return null;
  }

  /** Values and how often they came, ascending. */
  entries(): readonly (readonly [value: number, count: number])[] {
    const entries: [number, number][] = [];
    for (const [index, count] of this.#counts?.entries() ?? [])
      if (count > 0) entries.push([Math.min(upperBoundOf(index), this.max), count]);
    return entries;
  }
}

/** A histogram for each bin, and all of them together. */
export class BinnedHistogram {
  /** Small values of all bins in one array: that is where nearly all of them are. */
  readonly #small: Uint32Array;
  readonly #large = new Map<number, Histogram>();
  readonly #binCount: number;

  constructor(binCount: number) {
    this.#binCount = binCount;
    this.#small = new Uint32Array(binCount * exact);
  }

  add(bin: number, value: number): void {
    if (value < exact) {
      const index = bin * exact + value;
      this.#small[index] = (this.#small[index] ?? 0) + 1;
      return;
    }
    let histogram = this.#large.get(bin);
    if (histogram === undefined) {
      histogram = new Histogram();
      this.#large.set(bin, histogram);
    }
    histogram.add(value);
  }

  /** The histogram of a bin. */
  of(bin: number): Histogram {
    const histogram = new Histogram();
    this.#addTo(histogram, bin);
    return histogram;
  }

  all(): Histogram {
    const histogram = new Histogram();
    for (let bin = 0; bin < this.#binCount; bin += 1) this.#addTo(histogram, bin);
    return histogram;
  }

  #addTo(histogram: Histogram, bin: number): void {
    for (let value = 0; value < exact; value += 1) {
      const count = this.#small[bin * exact + value] ?? 0;
      if (count > 0) histogram.add(value, count);
    }
    for (const [value, count] of this.#large.get(bin)?.entries() ?? []) histogram.add(value, count);
  }
}
