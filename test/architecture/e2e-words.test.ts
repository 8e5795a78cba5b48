import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { words } from '#test/e2e/support/words.ts';

const stories = join(import.meta.dirname, '../e2e');

/** Guides are followed word by word: their own words are what is tested. The desktop has words of its system. */
const withOwnWords = /\/(?:guides|electron-runtime)\//;

/** Words of the engine, and of a page that a story draws itself; the catalogues have the same by chance. */
const ofOthers: ReadonlySet<string> = new Set(['Client credentials', 'Press']);

/** Every text of the catalogues with the number of places at which it stands. */
function countTexts(value: unknown, counts: Map<string, number> = new Map()): ReadonlyMap<string, number> {
  if (typeof value === 'string') counts.set(value, (counts.get(value) ?? 0) + 1);
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) countTexts(inner, counts);
  return counts;
}

test('the stories in the browser take names of controls from the catalogues, so that these can be worded anew', () => {
  const counts = countTexts(words);
  const literals = readdirSync(stories, { recursive: true, encoding: 'utf8' })
    .map((name) => join(stories, name))
    .filter((path) => path.endsWith('.ts') && !withOwnWords.test(path))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\b(?:name|hasText): '([A-Z][^']{2,})'(?! \|)/g)].map(
        ([, text = '']) => ({
          path: path.slice(stories.length + 1),
          text,
        }),
      ),
    );
  expect(literals.length).toBeGreaterThan(100);
  expect(literals.filter(({ text }) => counts.get(text) === 1 && !ofOthers.has(text))).toEqual([]);
});
