import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLimiter, rateOf } from '#shared/throttle/index.ts';

const docs = join(import.meta.dirname, '../../docs');
const page = (path: string) => readFileSync(join(docs, path), 'utf8');
const names = readdirSync(join(docs, 'explanation'));

describe('the explanations', () => {
  test.each(names)('%s has one title and fits on a page', (name) => {
    const text = page(`explanation/${name}`);
    expect(text.match(/^# .+$/gm)).toHaveLength(1);
    expect(text.startsWith('# ')).toBe(true);
    expect(text.split('\n').length).toBeLessThanOrEqual(111);
  });

  test('are all found from the list of the documentation, as are tutorials and guides', () => {
    const list = page('README.md');
    const pages = ['explanation', 'tutorials', 'guides', 'reference'].flatMap((folder) =>
      readdirSync(join(docs, folder)).map((name) => `${folder}/${name}`),
    );
    expect(pages.filter((path) => !list.includes(`(${path})`))).toEqual([]);
  });

  test('the table of the throttle is what the throttle decides', () => {
    const [, times = '', answers = ''] =
      /^\| Second \|(.*)\|$[\s\S]*?^\| Answer \|(.*)\|$/m.exec(
        page('explanation/how-the-throttle-decides.md'),
      ) ?? [];
    const limiter = createLimiter({ maxGroups: 10 });
    const read = rateOf(3, '10 s');
    if ('problem' in read) throw new Error('A rate that cannot be read.');
    const decided = times.split('|').map((second) => {
      const wait = limiter.decide('192.0.2.10', read.rate, Number(second) * 1e9);
      return wait === 0 ? '200' : '429';
    });
    expect(decided).toEqual(answers.split('|').map((answer) => answer.trim()));
  });
});
