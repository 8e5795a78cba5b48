import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One byte of a file that is another afterwards. */
export interface Flip {
  readonly file: string;
  readonly at: number;
  /** Bits to flip. */
  readonly bits: number;
}

/** A sequence of numbers below a bound that the seed repeats. */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/**
 * Texts that stand near the records: most of a state are exchanges, and flips in these hit nothing that is asked for.
 */
const marks = [
  'as.code',
  'as.family',
  'as.refresh-token',
  'as.access-token',
  'as.consent',
  'secret',
  'CREATE ',
];
const nearBytes = 400;

function placesOf(bytes: Buffer, mark: string): readonly number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(mark); at >= 0 && places.length < 2_000; at = bytes.indexOf(mark, at + 1))
    places.push(at);
  return places;
}

/**
 * Chooses bytes of a state: one, or some; anywhere in it, near its records, or in the first bytes of its files.
 */
export function chooseFlips(state: string, random: (below: number) => number): readonly Flip[] {
  const files = ['state.db', 'state.db-wal'].filter(
    (name) => (statSync(join(state, name), { throwIfNoEntry: false })?.size ?? 0) > 0,
  );
  const count = random(2) === 0 ? 1 : 2 + random(7);
  return Array.from({ length: count }, () => {
    const file = files[random(files.length)] ?? 'state.db';
    const bytes = readFileSync(join(state, file));
    const bits = random(2) === 0 ? 1 << random(8) : 1 + random(255);
    return { file, at: placeIn(bytes, random), bits };
  });
}

function placeIn(bytes: Buffer, random: (below: number) => number): number {
  const where = random(10);
  if (where === 0) return random(100);
  if (where < 5) return random(bytes.length);
  const places = placesOf(bytes, marks[random(marks.length)] ?? '');
  const place = places[random(Math.max(1, places.length))] ?? random(bytes.length);
  return Math.min(bytes.length - 1, Math.max(0, place + random(2 * nearBytes) - nearBytes));
}

export function applyFlips(state: string, flips: readonly Flip[]): void {
  for (const { file, at, bits } of flips) {
    const path = join(state, file);
    const bytes = readFileSync(path);
    bytes[at] = (bytes[at] ?? 0) ^ bits;
    writeFileSync(path, bytes);
  }
}
