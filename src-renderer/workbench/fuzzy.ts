/** How well a text matches the typed one, and which of its characters do. */
export interface FuzzyMatch {
  readonly score: number;
  readonly positions: readonly number[];
}

function isStart(text: string, at: number): boolean {
  return at === 0 || /[\s/._:-]/.test(text[at - 1] ?? '');
}

/**
 * Finds the characters of `wanted` in `text` in their order, words first; null where one is missing. Whole beginnings
 * of words weigh most, then runs of characters, then short texts.
 */
export function fuzzyMatch(wanted: string, text: string): FuzzyMatch | null {
  const needle = wanted.toLowerCase().replace(/\s+/g, '');
  const hay = text.toLowerCase();
  if (needle === '') return { score: 0, positions: [] };
  const whole = hay.indexOf(wanted.toLowerCase().trim());
  if (whole >= 0) {
    const length = wanted.trim().length;
    return {
      score: (isStart(hay, whole) ? 200 : 120) - text.length / 100,
      positions: Array.from({ length }, (_, index) => whole + index),
    };
  }
  const positions: number[] = [];
  let score = 0;
  let from = 0;
  for (const character of needle) {
    const at = nextPosition(hay, character, from);
    if (at < 0) return null;
    score += isStart(hay, at) ? 10 : at === from ? 5 : 1;
    positions.push(at);
    from = at + 1;
  }
  return { score: score - text.length / 100, positions };
}

/** The next place of a character, that at the start of a word before any other unless the very next one is it. */
function nextPosition(hay: string, character: string, from: number): number {
  const first = hay.indexOf(character, from);
  if (first === from) return first;
  for (let at = first; at >= 0; at = hay.indexOf(character, at + 1)) if (isStart(hay, at)) return at;
  return first;
}

/** The items that match the typed text, the best first; equal ones keep their order. */
export function fuzzyFilter<T>(
  wanted: string,
  items: readonly T[],
  textOf: (item: T) => string,
): readonly T[] {
  return items
    .flatMap((item) => {
      const match = fuzzyMatch(wanted, textOf(item));
      return match === null ? [] : [{ item, score: match.score }];
    })
    .toSorted((left, right) => right.score - left.score)
    .map(({ item }) => item);
}

/** True if a text contains each word of the typed one, in any order. */
export function containsWords(wanted: string, text: string): boolean {
  const hay = text.toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => hay.includes(word));
}
