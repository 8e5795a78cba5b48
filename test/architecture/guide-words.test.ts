import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const catalogues = join(root, 'src-renderer/words/en');
const guides = join(root, 'docs/guides');

/** Words that a guide stresses; every other word in bold is one that stands on a screen. */
const stressed: ReadonlySet<string> = new Set([
  'control',
  'known host',
  'read mapping',
  'What is there.',
  'After a restart',
]);

/** Everything that can stand on a screen, as it is written in the catalogues. */
const catalogueText = readdirSync(catalogues)
  .map((name) => readFileSync(join(catalogues, name), 'utf8'))
  .join('\n');

/** Words in bold outside code, without the signs that only end a sentence. */
function boldWords(guide: string): readonly string[] {
  const prose = readFileSync(join(guides, guide), 'utf8').replaceAll(/```[\s\S]*?```|`[^`]*`/g, '');
  return [...prose.matchAll(/\*\*([^*]+)\*\*/g)].map(([, words = '']) => words.replaceAll(/\s+/g, ' '));
}

const isOnScreen = (words: string) =>
  ["'", '"', '`'].some((quote) => catalogueText.includes(quote + words.replace(/[.:…]$/, '')));

test.each(readdirSync(guides).filter((name) => name.endsWith('.md')))(
  'the words in bold of %s stand on a screen',
  (guide) => {
    expect(boldWords(guide).filter((words) => !stressed.has(words) && !isOnScreen(words))).toEqual([]);
  },
);
