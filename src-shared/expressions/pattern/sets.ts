import type { CharacterRange } from './ast.ts';

const last = 0xffff;
const code = (character: string): number => character.charCodeAt(0);
const span = (from: string, to: string): CharacterRange => [code(from), code(to)];
const one = (character: string): CharacterRange => [code(character), code(character)];

const digits = [span('0', '9')];
const wordCharacters = [span('0', '9'), span('A', 'Z'), one('_'), span('a', 'z')];
const blanks = [span('\t', '\r'), one(' ')];

/** Every character but the ends of lines. */
export const anyCharacter: readonly CharacterRange[] = invert([one('\n'), one('\r'), [0x2028, 0x2029]]);
export const everyCharacter: readonly CharacterRange[] = [[0, last]];

/** The sets of escapes. */
export const escapedSets: ReadonlyMap<string, readonly CharacterRange[]> = new Map([
  ['d', digits],
  ['D', invert(digits)],
  ['w', wordCharacters],
  ['W', invert(wordCharacters)],
  ['s', blanks],
  ['S', invert(blanks)],
]);

/** The characters of escapes. */
export const escapedCharacters: ReadonlyMap<string, number> = new Map([
  ['t', code('\t')],
  ['n', code('\n')],
  ['r', code('\r')],
  ['f', code('\f')],
]);

/** All characters that are not in some ranges. */
export function invert(ranges: readonly CharacterRange[]): readonly CharacterRange[] {
  const inverted: CharacterRange[] = [];
  let next = 0;
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    if (from > next) inverted.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  return next > last ? inverted : [...inverted, [next, last]];
}

/** The ranges with the other case of every ASCII letter in them. */
export function withBothCases(ranges: readonly CharacterRange[]): readonly CharacterRange[] {
  const shifted = (low: number, high: number, by: number): readonly CharacterRange[] =>
    ranges.flatMap(([from, to]): CharacterRange[] => {
      const [a, b] = [Math.max(from, low), Math.min(to, high)];
      return a <= b ? [[a + by, b + by]] : [];
    });
  return [...ranges, ...shifted(code('A'), code('Z'), 32), ...shifted(code('a'), code('z'), -32)];
}

/** True if a code unit is in any of the ranges. */
export function isInRanges(ranges: readonly CharacterRange[], unit: number): boolean {
  for (const [from, to] of ranges) if (unit >= from && unit <= to) return true;
  return false;
}

/** True if a code unit is a word character: letters and digits of ASCII, and the underscore. */
export function isWordUnit(unit: number): boolean {
  return isInRanges(wordCharacters, unit);
}
