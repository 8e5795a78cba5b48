const code = (character: string): number => character.codePointAt(0) ?? 0;

/** Every character but the ends of lines, as it is written for RE2, whose own dot leaves out “\n” alone. */
export const anyCharacter = '[^\\n\\r\\x{2028}\\x{2029}]';

/** Sets of escapes, as RE2 has them within brackets; its own blanks lack the vertical tab. */
export const escapedSets: ReadonlyMap<string, string> = new Map([
  ['d', '\\d'],
  ['D', '\\D'],
  ['w', '\\w'],
  ['W', '\\W'],
  ['s', '\\t-\\r\\x{20}'],
  ['S', '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{10ffff}'],
]);

/** The characters of escapes. */
export const escapedCharacters: ReadonlyMap<string, number> = new Map([
  ['t', code('\t')],
  ['n', code('\n')],
  ['r', code('\r')],
  ['f', code('\f')],
]);

/** A character that stands for itself, within brackets and without. */
export function literal(character: number): string {
  const text = String.fromCodePoint(character);
  // Halves of a pair that are escaped one by one come together as they stand.
  return character > 0x7f || /[A-Za-z0-9]/.test(text) ? text : `\\x{${character.toString(16)}}`;
}

/**
 * The characters from one to another, within brackets; without regard to case with the other case of every letter of
 * ASCII, as in Java, where RE2 has letters beyond it too.
 */
export function range(from: number, to: number, ignoresCase: boolean): string {
  const own = from === to ? literal(from) : `${literal(from)}-${literal(to)}`;
  const shifted = (low: string, high: string, by: number): string => {
    const [first, last] = [Math.max(from, code(low)), Math.min(to, code(high))];
    return first <= last ? range(first + by, last + by, false) : '';
  };
  return ignoresCase ? own + shifted('A', 'Z', 32) + shifted('a', 'z', -32) : own;
}
