import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tutorialPage } from '#test/e2e/support/tutorials/tutorial-page.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs/tutorials');
const names = readdirSync(folder).map((name) => name.replace(/\.md$/, ''));

test('there is a tutorial for each of the five people, and a story that follows it', () => {
  expect(names.toSorted()).toEqual(['admin', 'contract-watcher', 'gateway-owner', 'integrator', 'tester']);
  const stories = readdirSync(join(root, 'test/e2e/web/tutorials'));
  expect(stories.toSorted()).toEqual(names.map((name) => `${name}.spec.ts`).toSorted());
});

describe.each(names)('the tutorial of the %s', (name) => {
  const text = readFileSync(join(folder, `${name}.md`), 'utf8');

  test('fits on a page, says for whom it is, and leads on', () => {
    expect(text.split('\n').length).toBeLessThanOrEqual(131);
    expect(text).toMatch(/^# Tutorial: .+\n\nFor [^:]+: /);
    expect(text).toMatch(/\n## Next\n\n- \[/);
  });

  test('has its steps numbered in their order, with all words of the screens in them', () => {
    const numbers = [...text.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    const page = tutorialPage(name);
    expect(page.steps).toHaveLength(numbers.length);
    expect(page.boldElsewhere).toEqual([]);
  });

  test('is followed by the hands that read its text, and by no others', () => {
    const story = readFileSync(join(root, `test/e2e/web/tutorials/${name}.spec.ts`), 'utf8');
    expect(story).toMatch(new RegExp(`^tutorialStory\\(\\s*'${name}',`, 'm'));
    const others = /(?<!hands)\.(?:click|dblclick|fill|check|selectOption|setInputFiles|keyboard|mouse)\b/g;
    expect([...story.matchAll(others)].map(([act]) => act)).toEqual([]);
  });
});
