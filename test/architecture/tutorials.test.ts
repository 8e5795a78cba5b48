import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inGerman } from '#test/e2e/support/tutorials/spoken-words.ts';
import { readTutorial, tutorialPage } from '#test/e2e/support/tutorials/tutorial-page.ts';

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

describe('a tutorial is read', () => {
  test('with its steps, the files that it has saved, and the commands that it has run', () => {
    const text =
      '# Tutorial: try\n\n1. Save this as `a.sh`, and\n   press **Run**:\n\n   ```sh\n   echo **no step**\n   ```\n\n2. Type:\n\n   ```sh\n   sh a.sh\n   ```\n\n**Alone**\n';
    const { steps, files, commands, boldElsewhere } = readTutorial(text);
    expect(steps.map(({ bold }) => bold)).toEqual([['Run'], []]);
    expect([...files]).toEqual([['a.sh', 'echo **no step**\n']]);
    expect(commands).toEqual(['sh a.sh']);
    expect(boldElsewhere).toEqual(['Alone']);
  });

  test('in German by the German catalogue, texts that are put together of values included', async () => {
    const say = await inGerman();
    expect(say('Run 1 selected')).toContain('Auswahl starten (1)');
    expect(say('FAILED')).toEqual(['GESCHEITERT']);
    expect(say('portal-web')).toEqual(['portal-web']);
  });
});
