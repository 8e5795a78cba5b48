import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { guideSteps, onTheScreen } from '#test/e2e/support/guides/guide-steps.ts';

const root = join(import.meta.dirname, '../..');
const catalogues = join(root, 'src-renderer/words/en');
const guides = join(root, 'docs/guides');
const stories = join(root, 'test/e2e/web/guides');

const guideNames = readdirSync(guides)
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.slice(0, -'.md'.length));

/** Words that a guide stresses; every other word in bold is one that stands on a screen. */
const stressed: ReadonlySet<string> = new Set(['control', 'known host', 'read mapping', 'After a restart']);

/** A part of the guide to sign-ins that is followed too. */
const byHand = 'Sign in once by hand';

/** Everything that can stand on a screen, as it is written in the catalogues. */
const catalogueText = readdirSync(catalogues)
  .map((name) => readFileSync(join(catalogues, name), 'utf8'))
  .join('\n');

/** Words in bold outside code, without the signs that only end a sentence; what is pressed is tested by pressing it. */
function boldWords(guide: string): readonly string[] {
  const text = readFileSync(join(guides, `${guide}.md`), 'utf8')
    .replace(onTheScreen(guide), '')
    .replace(onTheScreen(guide, byHand), '');
  const prose = text.replaceAll(/```[\s\S]*?```|`[^`]*`/g, '');
  return [...prose.matchAll(/\*\*([^*]+)\*\*/g)].map(([, words = '']) => words.replaceAll(/\s+/g, ' '));
}

const isOnScreen = (words: string) =>
  ["'", '"', '`'].some((quote) => catalogueText.includes(quote + words.replace(/[.:…]$/, '')));

test.each(guideNames)('the words in bold of %s stand on a screen', (guide) => {
  expect(boldWords(guide).filter((words) => !stressed.has(words) && !isOnScreen(words))).toEqual([]);
});

describe('what is done on the screen', () => {
  // Nothing is done on a screen there: the tests of their commands run them (`test/protocol/guides`, `test/packaging`).
  const ofCommands = [
    'attack-keycloak',
    'behind-nginx',
    'github-actions',
    'install',
    'large-imports',
    'throttle-by-plan',
  ];
  const told = guideNames.filter((name) => !ofCommands.includes(name));

  test('is told by a story of each guide, and by no other', () => {
    expect(readdirSync(stories).toSorted()).toEqual(told.map((name) => `${name}.spec.ts`));
  });

  test.each(told)('is said by %s in five to nine steps of one sentence', (guide) => {
    const steps = guideSteps(guide).map(({ text }) => text);
    expect(steps.length).toBeGreaterThanOrEqual(5);
    expect(steps.length).toBeLessThanOrEqual(9);
    expect(steps.filter((text) => !text.endsWith('.') || text.includes('. '))).toEqual([]);
  });

  test.each(told)('is done in the story of %s by the hands that follow the guide', (guide) => {
    const story = readFileSync(join(stories, `${guide}.spec.ts`), 'utf8');
    expect(story).toMatch(new RegExp(`^guideStory\\(\\s*'${guide}',`, 'm'));
    const others =
      /(?<!hands)\.(?:click|dblclick|fill|check|selectOption|setInputFiles|dispatchEvent|keyboard|mouse)\b/g;
    expect([...story.matchAll(others)].map(([act]) => act)).toEqual([]);
  });
});
