const tableSize = 128;
const ln2 = logarithm(2);
/** ln(1 + i/128) and 1/(1 + i/128), and the powers of two that bring a number to 1 … 2. */
const logs = Float64Array.from({ length: tableSize }, (_, index) => logarithm(1 + index / tableSize));
const inverses = Float64Array.from({ length: tableSize }, (_, index) => 1 / (1 + index / tableSize));
const scales = Float64Array.from({ length: 33 }, (_, index) => 2 / 2 ** index);

/** The natural logarithm of 1 … 2, by additions and divisions alone: so it is the same on every machine. */
function logarithm(value: number): number {
  const ratio = (value - 1) / (value + 1);
  let sum = 0;
  let power = ratio;
  for (let odd = 1; odd < 60; odd += 2) {
    sum += power / odd;
    power *= ratio * ratio;
  }
  return 2 * sum;
}

/** Numbers that look random and are the same for the same seed. sfc32, C. Doty-Humphrey, PractRand. */
export class SeededRandom {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** `seed` and what tells this stream from the others of the same traffic. */
  constructor(seed: number, stream: string) {
    const hash = hashText(stream, seed);
    [this.#a, this.#b, this.#c] = [hash, mix(hash ^ 0x9e37_79b9), mix(hash + seed)];
    for (let round = 0; round < 12; round += 1) this.uint32();
  }

  uint32(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** From 0 up to, not including, 1. */
  unit(): number {
    return this.uint32() / 0x1_0000_0000;
  }

  /** The time to the next of events that come at random, one for each unit of time on average. */
  exponential(): number {
    return gapOf(this.uint32());
  }

  /**
   * Fills a list of even length with what calls of `exponential` would give, of one generator and another in turn: the
   * processor works on both at a time.
   */
  static fillExponential(gaps: Float64Array, first: SeededRandom, second: SeededRandom): void {
    let [a, b, c, counter] = [first.#a, first.#b, first.#c, first.#counter];
    let [d, e, f, other] = [second.#a, second.#b, second.#c, second.#counter];
    for (let index = 0; index < gaps.length; index += 2) {
      const sum = (a + b + counter) | 0;
      const otherSum = (d + e + other) | 0;
      counter = (counter + 1) | 0;
      other = (other + 1) | 0;
      a = b ^ (b >>> 9);
      d = e ^ (e >>> 9);
      b = (c + (c << 3)) | 0;
      e = (f + (f << 3)) | 0;
      c = (((c << 21) | (c >>> 11)) + sum) | 0;
      f = (((f << 21) | (f >>> 11)) + otherSum) | 0;
      gaps[index] = gapOf(sum >>> 0);
      gaps[index + 1] = gapOf(otherSum >>> 0);
    }
    [first.#a, first.#b, first.#c, first.#counter] = [a, b, c, counter];
    [second.#a, second.#b, second.#c, second.#counter] = [d, e, f, other];
  }
}

/** 32 random bits as a share of all there are, and the logarithm of that, with its sign changed. */
function gapOf(bits: number): number {
  const exponent = 31 - Math.clz32(bits);
  const mantissa = (bits + 0.5) * (scales[exponent + 1] ?? 0);
  const index = ((mantissa - 1) * tableSize) | 0;
  const rest = mantissa * (inverses[index] ?? 0) - 1;
  const logOfRest = rest * (1 - rest * (0.5 - rest * (1 / 3 - rest * 0.25)));
  return (32 - exponent) * ln2 - (logs[index] ?? 0) - logOfRest;
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return mixed ^ (mixed >>> 16);
}

/** A number from a text. FNV-1a, and the last step of MurmurHash3. */
function hashText(text: string, seed: number): number {
  let hash = (0x811c_9dc5 ^ seed) | 0;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193);
  return mix(hash);
}
