/** Numbers that look random and are the same for the same seed. */
export interface SeededRandom {
  /** An integer from 0 to `below` - 1. */
  below(below: number): number;
  /** True in `percent` of the cases. */
  chance(percent: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  bytes(count: number): Buffer;
}

/** Makes the numbers of one request of a run: any of them can be made again without those before it. */
export function seededRandom(seed: number, index: number): SeededRandom {
  // mulberry32 by Tommy Ettinger, public domain.
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (percent) => below(100) < percent,
    pick: (list) => list[below(list.length)] ?? list[0],
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
  };
}
